import type { ReposicionAnswer } from '@imprimitodo/shared/api/reposiciones'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { RUTAS } from '@imprimitodo/shared/rules/vidriera/ruta'
import { whatsappLink } from '@imprimitodo/shared/rules/vidriera/whatsapp'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowRight, FileUp, MessageCircle } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { call } from '../api/call.ts'
import { PEDIDO_KEY } from '../api/queries.ts'
import { dataOf, isRefused, showAnswer } from '../api/query-client.ts'
import { useLlave, useProveCorreo } from '../api/session/llave.ts'
import buttons from '../ui/button.module.css'
import { LinkButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { EsTuPedido } from '../ui/es-tu-pedido.tsx'
import { FileButton } from '../ui/form/file-button.tsx'
import { useWindowDrop } from '../ui/form/use-window-drop.ts'
import { FailedSheet } from '../ui/notice/failed-sheet.tsx'
import { Notice } from '../ui/notice/notice.tsx'
import { PageLoading } from '../ui/notice/page-loading.tsx'
import { Progress } from '../ui/notice/progress.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import styles from './archivo-page.module.css'
import { type SendParts, sendArchivo } from './send-archivo.ts'

const TITLE = RUTAS['/pedido/:id/archivo/:n'].head.titulo
/** How often it is polled while the counter checks the file. */
const LOOK_MS = 15_000

const keyOf = (pedido_id: string, n: number) => [...PEDIDO_KEY, pedido_id, 'archivo', n]

/** The page of a mail's link where a customer sends a lost file again. */
export function ArchivoPage({ sendParts }: { sendParts: SendParts }) {
  const { id = '', n: place = '' } = useParams()
  const n = Number(place)
  const isOpening = useLlave(id)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: keyOf(id, n),
    queryFn: ({ signal }) =>
      dataOf(
        call('GET /api/pedidos/:pedido_id/archivos/:n/reposicion', { params: { pedido_id: id, n }, signal }),
      ),
    enabled: !isOpening,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.estado === 'recibida' ? LOOK_MS : false),
    refetchOnWindowFocus: 'always',
  })
  return (
    <div className={`wrap ${styles.page}`}>
      <meta name="robots" content="noindex" />
      {data ? (
        <Reposicion reposicion={data} sendParts={sendParts} />
      ) : error ? (
        <Fallo error={error} isRetrying={isFetching} retry={() => void refetch()} />
      ) : (
        <PageLoading label="Buscando tu pedido…" />
      )}
    </div>
  )
}

function Reposicion({ reposicion, sendParts }: { reposicion: ReposicionAnswer; sendParts: SendParts }) {
  const { pedido_id, numero, estado, acceso } = reposicion
  const isWanted = estado === 'pedida' || estado === 'recibida'
  return (
    <>
      <PageHeading title={isWanted ? TITLE : `Tu pedido ${numero}`} />
      {estado === 'lista' && (
        <Notice tone="done">
          <b>¡Gracias! Ya tenemos tu archivo.</b> Seguimos con tu pedido {numero}: no tenés que hacer nada
          más.
        </Notice>
      )}
      {estado === 'cerrada' && (
        <Notice still>El pedido {numero} ya no necesita este archivo: no hace falta que mandes nada.</Notice>
      )}
      {isWanted && acceso === 'enlace' && <Extrano reposicion={reposicion} />}
      {isWanted && acceso === 'completo' && <Send reposicion={reposicion} sendParts={sendParts} />}
      <p className={styles.links}>
        <LinkButton to={`/pedido/${pedido_id}`} iconAfter={ArrowRight}>
          Ver mi pedido
        </LinkButton>
        <Write reposicion={reposicion} />
      </p>
    </>
  )
}

/** For a stranger: only the order's owner may send its files. */
function Extrano({ reposicion: { pedido_id, numero, n, email } }: { reposicion: ReposicionAnswer }) {
  const queries = useQueryClient()
  const prove = useProveCorreo(pedido_id, () => queries.invalidateQueries({ queryKey: keyOf(pedido_id, n) }))
  const what = `Se nos dañó un archivo del pedido ${numero} y lo necesitamos de nuevo.`
  if (!email)
    return (
      <Notice still>
        {what} Para mandarlo abrí el enlace que te pasamos, o traelo al mostrador en un pendrive.
      </Notice>
    )
  return (
    <>
      <p className="lead">{what}</p>
      <EsTuPedido action="Continuar" onProve={prove}>
        Escribí el correo con el que lo hiciste y te decimos cuál es, para que lo mandes desde acá.
      </EsTuPedido>
    </>
  )
}

function Send({ reposicion, sendParts }: { reposicion: ReposicionAnswer; sendParts: SendParts }) {
  const { pedido_id, n, numero, nombre, paginas, estado } = reposicion
  const queries = useQueryClient()
  const [percent, setPercent] = useState<number | null>(null)
  const [isWaiting, setWaiting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const leaving = useRef<AbortController>(new AbortController())
  useEffect(() => {
    const own = new AbortController()
    leaving.current = own
    return () => own.abort()
  }, [])
  const isBusy = percent !== null
  const isHere = estado === 'recibida'

  async function send(files: File[]) {
    const [file, ...more] = files
    if (isBusy || !file) return
    if (more.length > 0) return setProblem(`Mandá un solo archivo: el que reemplaza a «${nombre}».`)
    setProblem(null)
    setPercent(0)
    setWaiting(false)
    const { signal } = leaving.current
    const sent = await sendArchivo({ pedido_id, n }, file, sendParts, {
      signal,
      onPercent: setPercent,
      onWaiting: setWaiting,
    })
    if (signal.aborted) return
    setPercent(null)
    if (sent.ok) return showAnswer(queries, keyOf(pedido_id, n), sent.reposicion)
    setProblem(sent.text)
    // The file may no longer be needed
    await queries.invalidateQueries({ queryKey: keyOf(pedido_id, n) })
  }
  const over = useWindowDrop((files) => void send(files))

  return (
    <>
      {isHere ? (
        <Notice tone="done">
          <b>Nos llegó tu archivo.</b> No es idéntico al del pedido, así que lo miramos antes de imprimirlo.
          No tenés que hacer nada más: el precio no cambia.
        </Notice>
      ) : (
        <p className="lead">
          Se dañó en nuestro sistema y sin él no podemos imprimir tu pedido {numero}. Disculpanos: es un error
          nuestro.
        </p>
      )}
      <section className={cx(styles.send, over && styles.over)} aria-labelledby="archivo">
        <h2 id="archivo">
          «{nombre}», {count(paginas, 'página')}
        </h2>
        {!isHere && (
          <ul className={styles.facts}>
            <li>Es mejor el mismo archivo con el que hiciste el pedido: sale a imprimir enseguida.</li>
            <li>Si le cambiaste algo, lo miramos antes. El precio no cambia.</li>
          </ul>
        )}
        {isBusy ? (
          <div className={styles.wide}>
            <Progress
              label="Envío del archivo"
              title={
                isWaiting
                  ? 'Esperando señal…'
                  : percent < 100
                    ? 'Mandando tu archivo…'
                    : 'Mirando que se pueda imprimir…'
              }
              percent={percent}
            />
          </div>
        ) : (
          <FileButton
            icon={FileUp}
            label={isHere ? 'Me equivoqué: mandar otro' : 'Elegir el archivo'}
            onPick={(files) => void send(files)}
          />
        )}
        {problem && (
          <div className={styles.wide}>
            <Notice tone="error">{problem}</Notice>
          </div>
        )}
      </section>
    </>
  )
}

function Write({ reposicion: { sucursal_whatsapp, sucursal, numero, n } }: { reposicion: ReposicionAnswer }) {
  if (!sucursal_whatsapp) return null
  const text = `Hola, te escribo por el archivo ${n} del pedido ${numero}.`
  return (
    <a
      className={buttons.text}
      href={whatsappLink(sucursal_whatsapp, text)}
      target="_blank"
      rel="noopener noreferrer"
    >
      <MessageCircle size={20} strokeWidth={2.4} aria-hidden />
      Escribir a {sucursal} por WhatsApp
    </a>
  )
}

function Fallo({ error, isRetrying, retry }: { error: Error; isRetrying: boolean; retry: () => void }) {
  if (isRefused(error))
    return (
      <FailedSheet title="No hay nada que mandar" text={error.message}>
        <LinkButton variant="primary" to="/" iconAfter={ArrowRight}>
          Ir al inicio
        </LinkButton>
      </FailedSheet>
    )
  return (
    <FailedSheet
      title="No pudimos cargar tu pedido"
      text="Revisá tu conexión o intentá más tarde. Tu pedido no cambió por esto."
      isBusy={isRetrying}
      retry={retry}
    />
  )
}
