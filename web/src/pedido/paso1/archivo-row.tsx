import { formatBytes, isPdfName, refusalText } from '@imprimitodo/shared/rules/compra/archivo'
import { FileX, Image, Lock, RotateCw, X } from 'lucide-react'
import { memo } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { FileButton } from '../../ui/form/file-button.tsx'
import { Progress } from '../../ui/notice/progress.tsx'
import { isDeadly } from '../../ui/state/deadly.ts'
import { ArchivoFacts } from '../archivo-facts.tsx'
import { ArchivoThumbnail } from '../archivo-thumbnail.tsx'
import { isMissing } from '../carrito/archivos.ts'
import type { ArchivoCarrito } from '../carrito/carrito-state.ts'
import { useIsKeeping } from '../carrito/contenidos.ts'
import { isNoPdf, isUnprintable, usePrecio } from '../carrito/estimate.ts'
import { ChooseAgain } from '../choose-again.tsx'
import { useFoto } from '../fotos/leidas.ts'
import { colorHasta, type Lectura, useLectura } from '../lectura/lectura.ts'
import { Monto } from '../monto.tsx'
import { ayudaOf, isFoto } from '../no-pdf.ts'
import { useAvance } from '../subida/avance.ts'
import styles from './archivo-row.module.css'
import { NoPdfMas, Pasos, RowMessage } from './no-pdf-mas.tsx'

/** The functions keep their identity, so that a row is drawn again only when its own file changed. */
export type RowActions = {
  onRemove: (id: string) => void
  /** Gets the file that replaces it. */
  onReplace: (id: string, file: File) => void
  /** For a picture that can become a PDF. */
  onConvert: () => void
}

type Props = RowActions & {
  archivo: ArchivoCarrito
  /** False while its contents are being loaded from this device's storage. */
  restored: boolean
}

/** A file in the list of step 1. */
export const ArchivoRow = memo(function ArchivoRow({ onRemove, ...props }: Props) {
  const { archivo, restored } = props
  const { id, name, anillado, grupo } = archivo
  const lectura = useLectura(id)
  const wrong = isUnprintable(archivo, lectura)
  const foto = useFoto(id)
  const becomesPdf = isFoto(archivo) && foto?.estado !== 'no'
  return (
    <li
      className={cx(styles.row, wrong && (becomesPdf ? styles.foto : styles.bad))}
      data-id={id}
      data-espera={wrong || undefined}
      tabIndex={-1}
    >
      {wrong ? (
        <Instead archivo={archivo} lectura={lectura} />
      ) : (
        <ArchivoThumbnail
          archivo={archivo}
          anillado={anillado || grupo !== 'default'}
          className={styles.thumbnail}
        />
      )}
      <div className={styles.text}>
        <p className={styles.name}>{name}</p>
        {wrong ? (
          <p className={becomesPdf ? styles.kind : styles.wrong}>
            {wrongTitle(archivo, lectura)} · {formatBytes(archivo.size)}
          </p>
        ) : (
          <>
            <ArchivoFacts archivo={archivo} />
            <Priced archivo={archivo} lectura={lectura} />
          </>
        )}
      </div>
      <IconButton
        quiet
        icon={X}
        className={styles.remove}
        label={`Quitar ${name}`}
        onClick={() => onRemove(id)}
      />
      {!wrong && <Journey archivo={archivo} restored={restored} />}
      <More {...props} lectura={lectura} />
    </li>
  )
})

/** Instead of the first page: the picture, or a sign of the problem. */
function Instead({ archivo, lectura }: { archivo: ArchivoCarrito; lectura: Lectura | undefined }) {
  const foto = useFoto(archivo.id)
  if (foto?.estado === 'lista') return <img className={styles.picture} src={foto.url} alt="" />
  const Icon = isFoto(archivo) ? Image : lectura?.estado === 'protegido' ? Lock : FileX
  return (
    <span className={styles.none}>
      <Icon size={22} strokeWidth={2.4} aria-hidden />
    </span>
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

/** The progress of its upload. Not before its bytes are stored on this device: a reload would lose them. */
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

function wrongTitle(archivo: ArchivoCarrito, lectura: Lectura | undefined): string {
  if (isFoto(archivo)) return 'Foto'
  if (isNoPdf(archivo, lectura)) return 'No es un PDF'
  return lectura?.estado === 'protegido' ? 'Tiene contraseña' : 'Está vacío'
}

const SIN_CLAVE = [
  'Abrilo con tu contraseña.',
  'Tocá Imprimir y elegí «Guardar como PDF».',
  'Agregá acá ese PDF nuevo.',
]

/** The examination that is under way, or the file's problem and how to go on. */
function More({
  archivo,
  lectura,
  restored,
  onReplace,
  onConvert,
}: Omit<Props, 'onRemove'> & { lectura: Lectura | undefined }) {
  const { id, name, color, contado } = archivo
  const replace = (file: File) => onReplace(id, file)
  const isPdf = isPdfName(name)
  if ((isPdf || isFoto(archivo)) && restored && isMissing(archivo))
    return (
      <div className={styles.more}>
        <ChooseAgain archivo={archivo} />
      </div>
    )
  if (!isPdf) return <NoPdfMas archivo={archivo} onConvert={onConvert} onReplace={replace} />
  if (!lectura || contado) return null
  if (lectura.estado === 'protegido')
    return (
      <RowMessage tone="bad">
        <p>Este archivo {refusalText('cifrado')}, así que no lo podemos imprimir.</p>
        <Pasos title="Cómo sacarle la contraseña" pasos={SIN_CLAVE} />
        <FileButton icon={RotateCw} label="Elegir el PDF nuevo" onPick={([file]) => file && replace(file)} />
      </RowMessage>
    )
  if (lectura.estado === 'no-es-pdf')
    return (
      <RowMessage tone="bad">
        <p>Este archivo {refusalText('no-es-pdf')}.</p>
        <Pasos title="Cómo pasarlo a PDF" pasos={ayudaOf('otro').pasos} />
        <FileButton icon={RotateCw} label="Elegir el PDF nuevo" onPick={([file]) => file && replace(file)} />
      </RowMessage>
    )
  if (lectura.estado === 'vacio')
    return (
      <RowMessage tone="bad">
        <p>Este archivo {refusalText('vacio')}.</p>
        <FileButton
          icon={RotateCw}
          label={`Elegir de nuevo ${name}`}
          onPick={([file]) => file && replace(file)}
        />
      </RowMessage>
    )
  if (lectura.estado === 'ilegible')
    return (
      <RowMessage tone="calm">
        No pudimos contar sus páginas acá. Las contamos al pasar al paso 3, y ahí ves el precio exacto. Si
        está dañado te lo decimos: abrilo y guardalo de nuevo como PDF.
      </RowMessage>
    )
  if (color !== 'color') return null
  return <LookingForColor id={id} seen={colorHasta(lectura)} of={lectura.paginas.length} />
}

function LookingForColor({ id, seen, of }: { id: string; seen: number; of: number }) {
  if (seen === of) return null
  return (
    <RowMessage tone="calm">
      {isDeadly(id) ? (
        'Es muy pesado para mirar el color en este teléfono: lo miramos cuando llegue.'
      ) : (
        <>
          Mirando el color:{' '}
          <b>
            {seen} de {of}
          </b>{' '}
          páginas.
        </>
      )}{' '}
      Las hojas sin color las cobramos en blanco y negro, así que <b>solo puede bajar</b>.
    </RowMessage>
  )
}
