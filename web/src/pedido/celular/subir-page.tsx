import type { RecepcionAnswer } from '@imprimitodo/shared/api/recepciones'
import { RUTAS } from '@imprimitodo/shared/rules/vidriera/ruta'
import { useQuery } from '@tanstack/react-query'
import { Camera, Clock, Upload } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { call } from '../../api/call.ts'
import { serverNow } from '../../api/clock.ts'
import { dataOf, isRefused, isRefusedFor } from '../../api/query-client.ts'
import { FileButton } from '../../ui/form/file-button.tsx'
import { FailedSheet } from '../../ui/notice/failed-sheet.tsx'
import { PageLoading } from '../../ui/notice/page-loading.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { ROTULO } from '../../ui/state/nombre.ts'
import { preload } from '../preload.ts'
import { ACCEPT_EN_CELULAR, Enviados } from './enviados.tsx'
import styles from './subir.module.css'
import { enviosKey, useEnvios } from './use-envios.ts'

/** How often to check whether the sale is still open, and for another phone's files. */
export const LOOK_MS = 20_000

/** The page of the counter's QR: a customer's files for the sale in progress. */
export function SubirPage() {
  const { token = '' } = useParams()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: enviosKey(token),
    queryFn: ({ signal }) => dataOf(call('GET /api/subir/:token', { params: { token }, signal })),
    staleTime: 0,
    refetchInterval: ({ state }) => (isOver(state.error) ? false : LOOK_MS),
  })
  return (
    <div className={`wrap ${styles.page}`}>
      <meta name="robots" content="noindex" />
      {data && !isOver(error) ? (
        <Abierta token={token} recepcion={data} />
      ) : error ? (
        <Cerrada error={error} isRetrying={isFetching} retry={() => void refetch()} />
      ) : (
        <PageLoading label="Abriendo…" />
      )}
    </div>
  )
}

/** The sale takes no more files, or there is none; any other refusal passes. */
const isOver = (error: Error | null): boolean =>
  isRefusedFor(error, 'enlace_vencido') || isRefusedFor(error, 'no_existe')

function Abierta({ token, recepcion }: { token: string; recepcion: RecepcionAnswer }) {
  const { sucursal, quien, retencion_dias } = recepcion
  const { envios, dibujos, add, again, remove } = useEnvios(token)
  const left = useMinutos(recepcion.vence)
  // While there is a signal
  useEffect(() => preload(() => import('../../api/upload/upload-in-parts.ts')), [])
  return (
    <>
      <header className={styles.head}>
        <p>
          {ROTULO} · {sucursal}
        </p>
        <PageHeading title={RUTAS['/subir/:token'].head.titulo} />
        <p className={styles.lead}>
          Te está atendiendo <b>{quien}</b>. Lo que elijas le aparece en la pantalla.
        </p>
      </header>
      <div className={styles.pick}>
        <FileButton
          look="primary"
          icon={Upload}
          label="Elegir archivos"
          accept={ACCEPT_EN_CELULAR}
          multiple
          disabled={left === 0}
          onPick={add}
        />
        <FileButton
          icon={Camera}
          label="Sacar una foto"
          accept="image/*"
          camera
          disabled={left === 0}
          onPick={add}
        />
      </div>
      <p className={styles.small}>PDF y fotos; un Word, guardalo antes como PDF. No hace falta cuenta.</p>
      <Enviados
        recepcion={recepcion}
        envios={envios}
        dibujos={dibujos}
        add={add}
        again={again}
        remove={remove}
        isOver={left === 0}
      />
      <aside className={styles.vale}>
        <Clock size={22} strokeWidth={2.2} aria-hidden />
        <p>
          <b>{valeText(left)}</b>
          <br />y solo para esta compra. Los archivos se borran{' '}
          {retencion_dias === 1 ? 'al otro día' : `a los ${retencion_dias} días`} de retirar.
        </p>
      </aside>
    </>
  )
}

function valeText(minutos: number): string {
  if (minutos === 0) return 'Este código ya venció: lo que empezó a subir termina'
  return `Este código vale ${minutos} ${minutos === 1 ? 'minuto' : 'minutos'} más`
}

/** Whole minutes that are left, by the shop's clock. */
function useMinutos(vence: string): number {
  const leftOf = () => Math.max(0, Math.ceil((Date.parse(vence) - serverNow()) / 60_000))
  const [left, setLeft] = useState(leftOf)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it counts from is `vence`
  useEffect(() => {
    setLeft(leftOf())
    const timer = setInterval(() => setLeft(leftOf()), 5_000)
    return () => clearInterval(timer)
  }, [vence])
  return left
}

function Cerrada({ error, isRetrying, retry }: { error: Error; isRetrying: boolean; retry: () => void }) {
  const isClosed = isRefused(error)
  return (
    <FailedSheet
      title={isClosed ? 'Acá no se puede mandar nada' : 'No pudimos abrirlo'}
      text={isClosed ? error.message : 'Revisá tu conexión y probá de nuevo.'}
      isBusy={isRetrying}
      retry={isClosed ? undefined : retry}
    />
  )
}
