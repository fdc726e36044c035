import { CircleAlert, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { FileButton } from '../ui/form/file-button.tsx'
import { Notice } from '../ui/notice/notice.tsx'
import type { ArchivoCarrito } from './carrito/carrito-state.ts'
import { chooseAgain } from './carrito/use-archivos.ts'
import styles from './choose-again.module.css'
import { ACCEPT_FOTOS, isFoto } from './no-pdf.ts'

/**
 * For a file that can no longer be read, after a reload or because it changed: asks for it again and keeps
 * its options.
 */
export function ChooseAgain({ archivo }: { archivo: ArchivoCarrito }) {
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <div className={styles.again}>
      <p>
        <CircleAlert size={18} strokeWidth={2.4} aria-hidden />
        El archivo ya no está a mano en este dispositivo, o cambió. Elegilo de nuevo: sus opciones siguen acá.
      </p>
      <FileButton
        icon={RotateCw}
        label={`Elegir de nuevo ${archivo.name}`}
        accept={isFoto(archivo) ? ACCEPT_FOTOS : undefined}
        onPick={([file]) => file && setProblem(chooseAgain(archivo, file))}
      />
      {problem && <Notice tone="error">{problem}</Notice>}
    </div>
  )
}
