import type { Cotizacion } from '@imprimitodo/shared/api/pedidos'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { sameNombre } from '@imprimitodo/shared/rules/compra/archivo'
import { paginasText } from '@imprimitodo/shared/rules/compra/textos'
import { ChevronDown, ChevronUp, CircleAlert, FileX2, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button, IconButton, TextButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { UploadBar } from '../../ui/notice/upload-bar.tsx'
import { Thumbnail } from '../../ui/picture/thumbnail.tsx'
import { useMedia } from '../../ui/state/use-media.ts'
import { type ArchivoDeVenta, hasBadOptions, isMalo, isPendiente } from './archivos.ts'
import styles from './archivos-tabla.module.css'
import { ACCEPT_EN_VENTA } from './drop-files.tsx'
import { OpcionesArchivo, resumenOpciones } from './opciones-archivo.tsx'
import type { ListaArchivos } from './use-archivos.ts'

type Props = { lista: ListaArchivos; disabled: boolean }

/**
 * The files with their options, one row each. A file that cannot be printed shows the reason, and can be
 * removed or replaced.
 */
export function ArchivosTabla({ lista, disabled }: Props) {
  const { archivos, cotizacion, anterior } = lista
  return (
    <ul className={styles.lista} aria-label="Archivos">
      {archivos.map((archivo) =>
        isMalo(archivo) && !hasBadOptions(archivo) ? (
          <Malo key={archivo.id} archivo={archivo} lista={lista} disabled={disabled} />
        ) : (
          <Bueno
            key={archivo.id}
            archivo={archivo}
            lista={lista}
            disabled={disabled}
            anterior={anterior}
            isVigente={cotizacion !== null}
          />
        ),
      )}
    </ul>
  )
}

function Malo({ archivo, lista, disabled }: Props & { archivo: ArchivoDeVenta }) {
  const { id, nombre, problema, again, origen } = archivo
  return (
    <li className={styles.malo}>
      <FileX2 className={styles.roto} size={28} strokeWidth={2} aria-hidden />
      <p className={styles.nombre}>
        <b>{nombre}</b>
        <span className={styles.problema} role="alert">
          <CircleAlert size={18} strokeWidth={2.4} aria-hidden />
          {problema}
        </span>
        {origen === 'celular' && (
          <span className="muted">Lo mandó de su celular: ahí también puede cambiarlo.</span>
        )}
      </p>
      <div className={styles.salidas}>
        {again && (
          <Button size="medium" disabled={disabled} onClick={() => lista.again(id)}>
            Mandarlo de nuevo<span className="visually-hidden"> {nombre}</span>
          </Button>
        )}
        <Change of={nombre} disabled={disabled} onFile={(file) => lista.replace(id, file)} />
        <Button
          size="medium"
          className={styles.quitarlo}
          disabled={disabled}
          onClick={() => lista.remove(id)}
        >
          Quitar<span className="visually-hidden"> {nombre}</span>
        </Button>
      </div>
    </li>
  )
}

/** Replaces the file. */
function Change({ of, disabled, onFile }: { of: string; disabled: boolean; onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={ACCEPT_EN_VENTA}
        hidden
        aria-label={`Archivo en lugar de ${of}`}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = '' // the same file may be picked again
          if (file) onFile(file)
        }}
      />
      <Button size="medium" disabled={disabled} onClick={() => input.current?.click()}>
        Cambiarlo<span className="visually-hidden"> {of}</span>
      </Button>
    </>
  )
}

function Bueno({
  archivo,
  lista,
  anterior,
  isVigente,
  disabled,
}: Props & { archivo: ArchivoDeVenta; anterior: Cotizacion | null; isVigente: boolean }) {
  const { id, nombre, opciones, problema } = archivo
  const isNarrow = useMedia('(max-width: 640px)')
  const [isOpen, setOpen] = useState(false)
  const index = anterior?.archivos.findIndex((one) => sameNombre(one.nombre, nombre)) ?? -1
  const contado = anterior?.archivos[index]
  const isMal = isMalo(archivo)
  return (
    <li className={cx(isMal && styles.dudoso)}>
      <Thumbnail
        className={styles.foto}
        src={contado && anterior ? miniatura(anterior.pedido_id, index + 1) : null}
        dobleFaz={false}
        orientacion="vertical"
        color={opciones.color === 'color'}
        anillado={false}
      />
      <p className={styles.nombre}>
        <b>{nombre}</b>
        {isMal ? (
          <span className={styles.problema} role="alert">
            <CircleAlert size={18} strokeWidth={2.4} aria-hidden />
            {problema}
          </span>
        ) : (
          <span className="muted">{factsOf(archivo, contado)}</span>
        )}
        <Progreso archivo={archivo} />
      </p>
      <b className={styles.precio}>{contado && isVigente && !isMal ? formatPesos(contado.importe) : '…'}</b>
      <IconButton
        quiet
        icon={X}
        label={`Quitar ${nombre}`}
        disabled={disabled}
        onClick={() => lista.remove(id)}
      />
      {isNarrow && (
        <TextButton
          className={styles.plegado}
          aria-expanded={isOpen}
          aria-label={`Opciones de ${nombre}: ${resumenOpciones(opciones)}`}
          onClick={() => setOpen(!isOpen)}
        >
          {resumenOpciones(opciones)}
          {isOpen ? (
            <ChevronUp size={20} strokeWidth={2.4} aria-hidden />
          ) : (
            <ChevronDown size={20} strokeWidth={2.4} aria-hidden />
          )}
        </TextButton>
      )}
      {(!isNarrow || isOpen) && (
        <OpcionesArchivo
          of={nombre}
          opciones={opciones}
          paginas={contado?.paginas ?? null}
          disabled={disabled}
          onChange={(change) => lista.change(id, change)}
        />
      )}
    </li>
  )
}

const miniatura = (pedido_id: string, n: number): string =>
  `/api/pedidos/${encodeURIComponent(pedido_id)}/archivos/${n}/miniatura.webp?ancho=200`

type Contado = Cotizacion['archivos'][number]

function factsOf({ estado, percent, esFoto }: ArchivoDeVenta, contado: Contado | undefined): string {
  if (estado === 'foto') return 'Pasando la foto a PDF…'
  if (estado === 'cola') return 'Espera su turno'
  if (estado === 'espera') return 'Sin señal: sigue solo cuando vuelva'
  if (estado === 'sube') return `Subiendo, ${Math.floor(percent)} %`
  if (!contado) return 'Contando…'
  return [esFoto && 'Foto en A4', paginasText(contado)].filter(Boolean).join(' · ')
}

function Progreso({ archivo }: { archivo: ArchivoDeVenta }) {
  const { nombre, estado, percent } = archivo
  if (!isPendiente(archivo) || estado === 'cola' || estado === 'foto') return null
  return <UploadBar nombre={nombre} percent={percent} />
}

/** The text beside its button, for any number of files. */
export const malosText = (malos: readonly ArchivoDeVenta[]): string =>
  malos.length === 1
    ? `«${malos[0]?.nombre}» no se puede imprimir: cambialo o quitalo para cobrar.`
    : `${count(malos.length, 'archivo')} no se pueden imprimir: cambialos o quitalos para cobrar.`
