import type { RecepcionAnswer, Recibido } from '@imprimitodo/shared/api/recepciones'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { formatBytes } from '@imprimitodo/shared/rules/compra/archivo'
import { CircleAlert, CircleCheck, RotateCw, X } from 'lucide-react'
import { IconButton, TextButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { FileButton } from '../../ui/form/file-button.tsx'
import { UploadBar } from '../../ui/notice/upload-bar.tsx'
import type { Envio } from './envio.ts'
import styles from './subir.module.css'

type Fila = {
  key: string
  nombre: string
  text: string
  tone: 'ok' | 'mal' | null
  percent: number | null
  url: string | null
  envio: Envio | null
  subida: string | null
}

/** PDFs and pictures: here one picker takes both. */
export const ACCEPT_EN_CELULAR = 'application/pdf,.pdf,image/*'

/** The files of this phone, under way or received, the newest last. */
export function Enviados({
  recepcion,
  envios,
  dibujos,
  isOver,
  add,
  again,
  remove,
}: {
  recepcion: RecepcionAnswer
  envios: readonly Envio[]
  /** Pictures that this phone made of its files, by the upload's id. */
  dibujos: ReadonlyMap<string, string>
  /** The code accepts no more files. */
  isOver: boolean
  add: (files: readonly File[]) => void
  again: (id: string) => void
  remove: (subida: string | null, id?: string) => Promise<void>
}) {
  const here = recepcion.archivos.filter(
    ({ estado, subida }) => estado !== 'quitado' && !envios.some((one) => one.subida === subida),
  )
  const { quien } = recepcion
  const filas = [
    ...here.map((one) => filaOfRecibido(one, { quien, url: dibujos.get(one.subida) ?? null })),
    ...envios.map(filaOfEnvio),
  ]
  if (filas.length === 0) return <p className={styles.none}>Todavía no mandaste nada.</p>
  return (
    <section aria-labelledby="mandaste">
      <h2 id="mandaste" className={styles.title}>
        Mandaste {filas.length}
      </h2>
      <ul className={styles.list}>
        {filas.map((fila) => (
          <li key={fila.key} className={cx(fila.tone === 'mal' && styles.mal)}>
            <span className={styles.picture} aria-hidden>
              {fila.url && <img src={fila.url} alt="" />}
            </span>
            <div className={styles.text}>
              <b>{fila.nombre}</b>
              <span role={fila.tone ? 'status' : undefined}>{fila.text}</span>
              {fila.percent !== null && <UploadBar nombre={fila.nombre} percent={fila.percent} />}
              {fila.tone === 'mal' && !fila.envio?.again && (
                <FileButton
                  look="text"
                  icon={RotateCw}
                  label={
                    <span>
                      Cambiarlo<span className="visually-hidden"> {fila.nombre}</span>
                    </span>
                  }
                  accept={ACCEPT_EN_CELULAR}
                  disabled={isOver}
                  onPick={([file]) => {
                    if (!file) return
                    void remove(fila.subida, fila.envio?.id)
                    add([file])
                  }}
                />
              )}
              {fila.envio?.again && (
                <TextButton onClick={() => again(fila.envio?.id ?? '')}>
                  Mandarlo de nuevo<span className="visually-hidden"> {fila.nombre}</span>
                </TextButton>
              )}
            </div>
            {fila.tone === 'ok' && (
              <CircleCheck className={styles.ok} size={22} strokeWidth={2.2} aria-hidden />
            )}
            {fila.tone === 'mal' && (
              <CircleAlert className={styles.no} size={22} strokeWidth={2.2} aria-hidden />
            )}
            <IconButton
              quiet
              icon={X}
              label={`Quitar ${fila.nombre}`}
              onClick={() => void remove(fila.subida, fila.envio?.id)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function filaOfRecibido(
  { subida, nombre, estado, paginas, problema, bytes, llegado }: Recibido,
  { quien, url }: { quien: string; url: string | null },
): Fila {
  const fila = { key: subida, nombre, subida, url, envio: null, percent: null }
  if (estado === 'listo') {
    const pages = paginas === null ? '' : ` · ${count(paginas, 'página')}`
    return { ...fila, text: `Ya lo tiene ${quien}${pages}`, tone: 'ok' }
  }
  if (estado === 'rechazado') return { ...fila, text: problema ?? 'No se puede imprimir.', tone: 'mal' }
  // Sent by another phone, or by this one before a reload
  const percent = (llegado / bytes) * 100
  return {
    ...fila,
    text: `Llegó el ${Math.floor(percent)} %. Si se cortó, mandalo de nuevo.`,
    tone: null,
    percent,
  }
}

function filaOfEnvio(envio: Envio): Fila {
  const { id, nombre, estado, percent, file, url, subida, problema } = envio
  const fila = { key: id, nombre, subida, url, envio, percent: null, tone: null }
  switch (estado) {
    case 'cola':
      return { ...fila, text: 'Espera su turno' }
    case 'foto':
      return { ...fila, text: 'Pasando la foto a PDF…' }
    case 'sube':
      return { ...fila, text: `Subiendo, ${Math.floor(percent)} % de ${formatBytes(file.size)}`, percent }
    case 'espera':
      return { ...fila, text: 'Sin señal: sigue solo cuando vuelva', percent }
    case 'llega':
      return { ...fila, text: 'Mirando que se pueda imprimir…', percent: 100 }
    case 'mal':
      return { ...fila, text: problema ?? '', tone: 'mal' }
  }
}
