import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { isCancelable } from '@imprimitodo/shared/rules/compra/pedido'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { serverNow } from '../api/clock.ts'
import { pedidoQuery } from '../api/queries.ts'
import { isRefusedFor } from '../api/query-client.ts'
import { useLlave, useProveCorreo } from '../api/session/llave.ts'
import { useSession } from '../api/session/session.ts'
import { PrintOffer } from '../parts/print-offer.tsx'
import { LinkButton, TextLink } from '../ui/button.tsx'
import { EsTuPedido } from '../ui/es-tu-pedido.tsx'
import { EmptySheet } from '../ui/notice/empty-sheet.tsx'
import { FailedSheet } from '../ui/notice/failed-sheet.tsx'
import { Notice } from '../ui/notice/notice.tsx'
import { PageLoading } from '../ui/notice/page-loading.tsx'
import { showToast } from '../ui/notice/toasts.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { RegistrationMark } from '../ui/paper/registration-mark.tsx'
import { Archivos } from './archivos.tsx'
import { Change } from './change.tsx'
import { CodigoRetiro } from './codigo-retiro.tsx'
import { ContactoDePedido } from './contacto.tsx'
import { EstadoDePedido } from './estado.tsx'
import { Forget } from './forget.tsx'
import { NotifyMe } from './notify-me-button.tsx'
import { Pago } from './pago.tsx'
import { isPaid, pollMs } from './pasos.ts'
import styles from './pedido-page.module.css'
import { notePedidos } from './pedidos-key.ts'

/**
 * An order, opened by its id: live state, files, payment; for its owner the pickup code and the invoice too.
 * @param onPaid called when the order is seen paid: the frame empties the half-made order it came from.
 * @param isHere whether its files and options are this browser's half-made order.
 * @param onForgotten called to delete all data of the customer in this browser.
 */
export function PedidoPage({
  onPaid,
  isHere,
  onForgotten,
}: {
  onPaid: (pedidoId: string) => void
  isHere: (pedidoId: string) => boolean
  onForgotten: () => void
}) {
  const { id = '' } = useParams()
  const isOpening = useLlave(id)
  const {
    data: pedido,
    error,
    refetch,
    isFetching,
  } = useQuery({
    ...pedidoQuery(id),
    enabled: !isOpening,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data ? pollMs(state.data, serverNow()) : false),
    refetchOnWindowFocus: 'always',
  })
  const isRemembered = pedido?.acceso === 'completo'
  useEffect(() => {
    if (isRemembered) notePedidos()
  }, [isRemembered])
  const paid = pedido !== undefined && isPaid(pedido.estado)
  useEffect(() => {
    if (paid) onPaid(id)
  }, [paid, id, onPaid])
  return (
    <div className={`wrap ${styles.page}`}>
      <meta name="robots" content="noindex" />
      {pedido ? (
        <Pedido pedido={pedido} stale={error !== null} isHere={isHere} onForgotten={onForgotten} />
      ) : error ? (
        <Fallo error={error} retrying={isFetching} retry={() => void refetch()} />
      ) : (
        <PageLoading label="Buscando tu pedido…" />
      )}
    </div>
  )
}

function Pedido({
  pedido,
  stale,
  isHere,
  onForgotten,
}: {
  pedido: PedidoAnswer
  stale: boolean
  isHere: (pedidoId: string) => boolean
  onForgotten: () => void
}) {
  const isOwn = pedido.acceso === 'completo'
  const hasTicket = pedido.codigo_retiro !== null && isPaid(pedido.estado) && pedido.estado !== 'entregado'
  // A draft, and a counter order without an e-mail, have no address as a proof
  const mayProve = !isOwn && pedido.email !== null
  return (
    <>
      {stale && (
        <Notice tone="warning">
          <b>No pudimos actualizar el estado.</b> Te mostramos lo último que supimos y seguimos intentando.
        </Notice>
      )}
      <div className={hasTicket || mayProve ? styles.top : undefined}>
        {/* Strangers see a masked address, which a screen reader would spell: they get it in words */}
        <EstadoDePedido pedido={isOwn ? pedido : { ...pedido, direccion_entrega: null }} live={!stale} />
        {mayProve && <Prueba pedido={pedido} />}
        {hasTicket && pedido.codigo_retiro && <CodigoRetiro pedido={pedido} codigo={pedido.codigo_retiro} />}
      </div>
      {isOwn && <NotifyMe pedido={pedido} />}
      {pedido.puntos && <Puntos puntos={pedido.puntos} />}
      <Archivos pedido={pedido} />
      <div className={styles.foot}>
        <Pago pedido={pedido} />
        <ContactoDePedido pedido={pedido} />
      </div>
      {isOwn && isCancelable(pedido.estado) && <Change pedido={pedido} isHere={isHere(pedido.pedido_id)} />}
      {isOwn && <Forget onForgotten={onForgotten} />}
    </>
  )
}

/**
 * The points that the order gave, or would give with an account: a guest's wait for the confirmed mailbox.
 */
function Puntos({ puntos: { cuantos, sumados } }: { puntos: NonNullable<PedidoAnswer['puntos']> }) {
  const { status } = useSession()
  return (
    <p className={styles.points}>
      <RegistrationMark />
      {sumados ? (
        <span>
          Sumaste <b>{count(cuantos, 'punto')}</b>. <TextLink to="/perfil">Ver mis puntos</TextLink>
        </span>
      ) : (
        <span>
          Este pedido vale <b>{count(cuantos, 'punto')}</b>.{' '}
          {status === 'in' ? (
            'Son de la cuenta que confirme el correo del pedido.'
          ) : (
            <>
              <TextLink to="/registro">Creá tu cuenta</TextLink> con el mismo correo y son tuyos.
            </>
          )}
        </span>
      )}
    </p>
  )
}

function Prueba({ pedido: { pedido_id } }: { pedido: PedidoAnswer }) {
  const prove = useProveCorreo(pedido_id, () => showToast('Listo: este navegador ya reconoce tu pedido.'))
  return (
    <EsTuPedido onProve={prove}>
      Escribí el correo con el que lo hiciste y te mostramos el código de retiro, tus archivos y la factura.
    </EsTuPedido>
  )
}

function Fallo({ error, retrying, retry }: { error: Error; retrying: boolean; retry: () => void }) {
  if (isRefusedFor(error, 'no_existe'))
    return (
      <EmptySheet>
        <PageHeading title="No encontramos ese pedido" />
        <p className="lead">
          Revisá que el enlace esté completo: es el que te mandamos por mail. Si el pedido nunca se confirmó,
          se borra solo.
        </p>
        <LinkButton variant="primary" to="/mi-pedido">
          Buscar mi pedido
        </LinkButton>
        <LinkButton to="/imprimitodo" iconAfter={ArrowRight}>
          Hacer otro pedido
          <PrintOffer />
        </LinkButton>
      </EmptySheet>
    )
  return (
    <FailedSheet
      title="No pudimos cargar tu pedido"
      text="Revisá tu conexión o intentá más tarde. Tu pedido no cambió por esto."
      isBusy={retrying}
      retry={retry}
    />
  )
}
