import { isPdfName } from '@imprimitodo/shared/rules/archivo'
import { X } from 'lucide-react'
import { IconButton } from '../ui/button.tsx'
import { Progress } from '../ui/progress.tsx'
import { Thumbnail } from '../ui/thumbnail.tsx'
import { ArchivoFacts } from './archivo-facts.tsx'
import styles from './archivo-row.module.css'
import { isMissing } from './archivos.ts'
import type { ArchivoCarrito } from './carrito-state.ts'
import { ChooseAgain } from './choose-again.tsx'
import { useIsKeeping } from './contenidos.ts'
import { useMiniatura } from './miniatura.ts'

/** A file in the list of step 1. `restored` is false while its contents are being looked for on this device. */
export function ArchivoRow({
  archivo,
  restored,
  onRemove,
}: {
  archivo: ArchivoCarrito
  restored: boolean
  onRemove: () => void
}) {
  const { name, orientacion, dobleFaz, color, anillado, grupo, progress, subida } = archivo
  const isKeeping = useIsKeeping(archivo.id)
  const missing = restored && isMissing(archivo)
  return (
    <li className={styles.row}>
      <Thumbnail
        className={styles.thumbnail}
        src={useMiniatura(archivo)}
        orientacion={orientacion}
        dobleFaz={dobleFaz}
        color={color === 'color'}
        anillado={anillado || grupo !== 'default'}
      />
      <div className={styles.text}>
        <p className={styles.name}>{name}</p>
        <ArchivoFacts archivo={archivo} />
        {!isPdfName(name) ? (
          <p className={styles.wrong}>No es un PDF: no lo podemos imprimir.</p>
        ) : missing ? (
          <ChooseAgain archivo={archivo} />
        ) : (
          <Progress
            label={`Carga de ${name}`}
            {...progressOf(restored && !isKeeping, subida !== null, progress)}
          />
        )}
      </div>
      <IconButton quiet icon={X} label={`Quitar ${name}`} onClick={onRemove} />
    </li>
  )
}

/** Ready here, sent already, or cut short on the way: then the bar says how far it got. */
function progressOf(ready: boolean, sent: boolean, progress: number): { percent: number; text?: string } {
  if (!ready) return { percent: 0, text: 'Leyendo…' }
  if (sent) return { percent: 100, text: 'Subido' }
  if (progress > 0 && progress < 100) return { percent: progress }
  return { percent: 100, text: 'Listo' }
}
