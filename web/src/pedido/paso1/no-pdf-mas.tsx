import { FileImage, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Tipo, tipoOfName } from '../../api/tipo-archivo.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { FileButton } from '../../ui/form/file-button.tsx'
import { useCarritoOf } from '../carrito/carrito.ts'
import type { ArchivoCarrito } from '../carrito/carrito-state.ts'
import { useFoto } from '../fotos/leidas.ts'
import { ACCEPT_FOTOS, ayudaOf, isFoto } from '../no-pdf.ts'
import styles from './archivo-row.module.css'

/** A message below a row. */
export const RowMessage = ({ tone, children }: { tone: 'calm' | 'foto' | 'bad'; children: ReactNode }) => (
  <div className={cx(styles.more, { calm: styles.calm, foto: styles.fotoMore, bad: styles.badMore }[tone])}>
    {children}
  </div>
)

/** The steps to make a PDF of something, folded. */
export function Pasos({ title, pasos }: { title: string; pasos: readonly string[] }) {
  return (
    <details className={styles.steps}>
      <summary>{title}</summary>
      <ol>
        {pasos.map((paso) => (
          <li key={paso}>{paso}</li>
        ))}
      </ol>
    </details>
  )
}

type Ways = { archivo: ArchivoCarrito; onReplace: (file: File) => void; onConvert: () => void }

/** The ways to turn a file into a PDF. */
export function NoPdfMas(ways: Ways) {
  const tipo = tipoOfName(ways.archivo.name)
  if (tipo === 'pdf') return null
  return tipo === 'foto' ? <FotoMas {...ways} /> : <OtroMas tipo={tipo} onReplace={ways.onReplace} />
}

function FotoMas({ archivo, onReplace, onConvert }: Ways) {
  const foto = useFoto(archivo.id)
  const others = useCarritoOf(({ archivos }) => archivos.filter(isFoto).length - 1)
  if (foto?.estado === 'no')
    return (
      <RowMessage tone="bad">
        <p>{foto.text}</p>
        <FileButton
          icon={RotateCw}
          label="Elegir otra foto"
          accept={ACCEPT_FOTOS}
          onPick={([file]) => file && onReplace(file)}
        />
      </RowMessage>
    )
  return (
    <RowMessage tone="foto">
      <p>
        <b>Es una foto, no un PDF.</b> La enderezamos y la ponemos en una hoja A4 acá mismo
        {others > 0 ? ', junto con las otras.' : '.'}
      </p>
      <Button icon={FileImage} onClick={onConvert}>
        Convertir a PDF
      </Button>
    </RowMessage>
  )
}

function OtroMas({
  tipo,
  onReplace,
}: {
  tipo: Exclude<Tipo, 'pdf' | 'foto'>
  onReplace: (file: File) => void
}) {
  const { es, pasos } = ayudaOf(tipo)
  return (
    <RowMessage tone="bad">
      <p>Es {es}, no un PDF: así no lo podemos imprimir.</p>
      <Pasos title="Cómo pasarlo a PDF" pasos={pasos} />
      <FileButton icon={RotateCw} label="Elegir el PDF nuevo" onPick={([file]) => file && onReplace(file)} />
    </RowMessage>
  )
}
