import { formatBytes, isPdfName, refusalText } from '@imprimitodo/shared/rules/archivo'
import { FileX, Lock, RotateCw, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { FileButton } from '../ui/file-button.tsx'
import { Progress } from '../ui/progress.tsx'
import { Thumbnail } from '../ui/thumbnail.tsx'
import { ArchivoFacts } from './archivo-facts.tsx'
import styles from './archivo-row.module.css'
import { isMissing } from './archivos.ts'
import { useAvance } from './avance.ts'
import type { ArchivoCarrito } from './carrito-state.ts'
import { ChooseAgain } from './choose-again.tsx'
import { useIsKeeping } from './contenidos.ts'
import { isUnprintable, usePrecio } from './estimate.ts'
import { colorHasta, type Lectura, useLectura } from './lectura/lectura.ts'
import { useMiniatura } from './miniatura.ts'
import { Monto } from './monto.tsx'

/**
 * A file in the list of step 1. `restored` is false while its contents are being looked for on this device;
 * `onReplace` gets the file that is to take its place.
 */
export function ArchivoRow({
  archivo,
  restored,
  onRemove,
  onReplace,
}: {
  archivo: ArchivoCarrito
  restored: boolean
  onRemove: () => void
  onReplace: (file: File) => void
}) {
  const { id, name, orientacion, dobleFaz, color, anillado, grupo } = archivo
  const lectura = useLectura(id)
  const src = useMiniatura(archivo)
  const wrong = isUnprintable(archivo, lectura)
  const WrongIcon = lectura?.estado === 'protegido' ? Lock : FileX
  return (
    <li
      className={cx(styles.row, wrong && styles.bad)}
      data-id={id}
      data-espera={wrong || undefined}
      tabIndex={-1}
    >
      {wrong ? (
        <span className={styles.none}>
          <WrongIcon size={22} strokeWidth={2.4} aria-hidden />
        </span>
      ) : (
        <Thumbnail
          className={styles.thumbnail}
          src={src}
          orientacion={orientacion}
          dobleFaz={dobleFaz}
          color={color === 'color'}
          anillado={anillado || grupo !== 'default'}
        />
      )}
      <div className={styles.text}>
        <p className={styles.name}>{name}</p>
        {wrong ? (
          <p className={styles.wrong}>
            {wrongTitle(archivo, lectura)} · {formatBytes(archivo.size)}
          </p>
        ) : (
          <>
            <ArchivoFacts archivo={archivo} />
            <Priced archivo={archivo} lectura={lectura} />
          </>
        )}
      </div>
      <IconButton quiet icon={X} className={styles.remove} label={`Quitar ${name}`} onClick={onRemove} />
      {!wrong && <Journey archivo={archivo} restored={restored} />}
      <More archivo={archivo} lectura={lectura} restored={restored} onReplace={onReplace} />
    </li>
  )
}

function Priced({ archivo, lectura }: { archivo: ArchivoCarrito; lectura: Lectura | undefined }) {
  const precio = usePrecio(archivo)
  if (lectura?.estado === 'leyendo' && !archivo.contado)
    return (
      <p className={styles.price}>
        <span className={styles.how}>Contando páginas…</span>
      </p>
    )
  return (
    <p className={styles.price}>
      <Monto {...precio} />
      <span className={styles.how}>
        {archivo.dobleFaz ? 'doble faz' : 'simple faz'},{' '}
        {archivo.color === 'color' ? 'color' : 'blanco y negro'}
        {archivo.duplicado > 1 && `, ${archivo.duplicado} copias`}
      </span>
    </p>
  )
}

/** How far its bytes are. Not before they are kept on this device: a reload would lose them. */
function Journey({ archivo, restored }: { archivo: ArchivoCarrito; restored: boolean }) {
  const { id, name, subida } = archivo
  const { progress, parado } = useAvance(id)
  const isKeeping = useIsKeeping(id)
  const isReady = restored && !isKeeping
  if (restored && isMissing(archivo)) return null
  const state =
    !isReady && !subida
      ? { percent: 0, text: 'Leyendo…' }
      : subida
        ? { percent: 100, text: 'Ya llegó' }
        : parado
          ? { percent: progress, text: 'Detenido' }
          : progress > 0
            ? { percent: progress }
            : { percent: 0, text: 'Listo' }
  return (
    <div className={styles.journey}>
      <Progress label={`Carga de ${name}`} {...state} />
    </div>
  )
}

function wrongTitle({ name }: ArchivoCarrito, lectura: Lectura | undefined): string {
  if (!isPdfName(name)) return 'No es un PDF'
  return lectura?.estado === 'protegido' ? 'Tiene contraseña' : 'Está vacío'
}

/** What is being looked for in it, or what is wrong with it and how to go on. */
function More({
  archivo,
  lectura,
  restored,
  onReplace,
}: {
  archivo: ArchivoCarrito
  lectura: Lectura | undefined
  restored: boolean
  onReplace: (file: File) => void
}) {
  const { name, size, color, contado } = archivo
  if (!isPdfName(name)) return <Box bad>No es un PDF: no lo podemos imprimir.</Box>
  if (restored && isMissing(archivo))
    return (
      <div className={styles.more}>
        <ChooseAgain archivo={archivo} />
      </div>
    )
  if (!lectura || contado) return null
  if (lectura.estado === 'protegido')
    return (
      <Box bad>
        <p>Este archivo {refusalText('cifrado')}, así que no lo podemos imprimir.</p>
        <details className={styles.steps}>
          <summary>Cómo sacarle la contraseña</summary>
          <ol>
            <li>Abrilo con tu contraseña.</li>
            <li>Tocá Imprimir y elegí «Guardar como PDF».</li>
            <li>Agregá acá ese PDF nuevo.</li>
          </ol>
        </details>
        <FileButton
          icon={RotateCw}
          label="Elegir el PDF nuevo"
          onPick={([file]) => file && onReplace(file)}
        />
      </Box>
    )
  if (lectura.estado === 'vacio')
    return <Box bad>Este archivo {refusalText(size > 0 ? 'sin-paginas' : 'no-es-pdf')}.</Box>
  if (lectura.estado === 'ilegible')
    return (
      <Box>
        No pudimos contar sus páginas acá. Las contamos cuando llegue, y ves el precio exacto en el paso 3.
      </Box>
    )
  const seen = colorHasta(lectura)
  if (color !== 'color' || seen === lectura.paginas.length) return null
  return (
    <Box>
      Mirando el color:{' '}
      <b>
        {seen} de {lectura.paginas.length}
      </b>{' '}
      páginas. Las hojas sin color las cobramos en blanco y negro, así que <b>solo puede bajar</b>.
    </Box>
  )
}

const Box = ({ bad, children }: { bad?: boolean; children: ReactNode }) => (
  <div className={cx(styles.more, bad ? styles.badMore : styles.calm)}>{children}</div>
)
