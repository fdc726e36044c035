import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { waitsForAnswer } from '@imprimitodo/shared/rules/taller/impresion'
import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { dataOf, isRefusedFor, RefusedError } from '../../api/query-client.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptySheet } from '../../ui/notice/empty-sheet.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { Spinner } from '../../ui/notice/spinner.tsx'
import { Pregunta } from '../impresion/pregunta.tsx'
import { useImpresionesOf, useImpresoras } from '../impresion/queries.ts'
import { missingText } from '../impresion/textos.ts'
import { Heading } from '../layout/heading.tsx'
import { usePolling } from '../live/live.tsx'
import { asksToCharge } from '../pasos.ts'
import { pedidoKey } from '../queries.ts'
import { ask } from '../session/ask.ts'
import { accionDe } from './acciones/accion.ts'
import { AccionPrincipal } from './acciones/accion-principal.tsx'
import { OtrasAcciones } from './acciones/otras-acciones.tsx'
import { Refund } from './acciones/refund.tsx'
import { useTypedAhead } from './acciones/typed-ahead.ts'
import { ClienteDePedido } from './ficha/cliente.tsx'
import { ComprobanteDePedido } from './ficha/comprobante.tsx'
import { Cuenta } from './ficha/cuenta.tsx'
import { EntregaDePedido } from './ficha/entrega.tsx'
import { FichaDePedido } from './ficha/ficha.tsx'
import { Historia } from './ficha/historia.tsx'
import { Notas } from './ficha/notas.tsx'
import styles from './pedido.module.css'
import { PedidoHeader } from './pedido-header.tsx'
import { Reposiciones } from './trabajos/reposiciones.tsx'
import { Tareas } from './trabajos/tareas.tsx'
import { TicketButton } from './trabajos/ticket-button.tsx'
import { pdfsOf, usePdfs } from './trabajos/use-pdfs.ts'

/** A customer's file is being examined: no event reports the end of that. */
const isBeingLookedAt = (pedido: PedidoMostrador | undefined): boolean =>
  pedido?.reposiciones.some(({ recibido }) => recibido?.revisado === false) ?? false
const LOOK_MS = 2_000

export function PedidoMostradorPage() {
  const { id = '' } = useParams()
  const polling = usePolling()
  const { data, error, refetch } = useQuery({
    queryKey: pedidoKey(id),
    queryFn: ({ signal }) =>
      dataOf(ask('GET /api/mostrador/pedidos/:pedido_id', { params: { pedido_id: id }, signal })),
    refetchInterval: ({ state }) => (isBeingLookedAt(state.data) ? LOOK_MS : polling),
  })
  const { state } = useLocation()
  useTypedAhead(!data && asksToCharge(state))
  if (data) return <Pedido key={data.pedido_id} pedido={data} isStale={error !== null} />
  if (error) return <NotLoaded error={error} onRetry={() => void refetch()} />
  return (
    <div className={styles.loading}>
      <Heading title="Pedido">
        <span className="visually-hidden">Pedido</span>
      </Heading>
      <Spinner label="Cargando el pedido…" visible />
    </div>
  )
}

function Pedido({ pedido, isStale }: { pedido: PedidoMostrador; isStale: boolean }) {
  const pdfs = usePdfs()
  // Null: nothing was typed
  const [estante, setEstante] = useState<string | null>(null)
  const { trabajos, papeles } = pdfsOf(pedido)
  const { data: impresiones } = useImpresionesOf(pedido.pedido_id)
  const { data: impresas } = useImpresoras()
  const impresoras = impresas?.impresoras.filter(({ sucursal }) => sucursal === pedido.sucursal)
  const doubts = impresiones?.filter(waitsForAnswer) ?? []
  return (
    <>
      <PedidoHeader pedido={pedido} papeles={<TicketButton pedido={pedido} pdfs={pdfs} papeles={papeles} />}>
        <AccionPrincipal
          pedido={pedido}
          estante={estante}
          accion={accionDe({ pedido, impresiones, impresoras })}
          falta={missingText(impresiones ?? [])}
          impresoras={impresoras ?? []}
        />
      </PedidoHeader>
      <FichaDePedido pedido={pedido} estante={estante} onEstante={setEstante} />
      {isStale && (
        <Notice tone="warning" className={styles.notice}>
          No pudimos actualizar este pedido: puede haber cambiado.
        </Notice>
      )}
      <div className={styles.page}>
        <div className={styles.content}>
          {doubts.map((impresion) => (
            <div key={impresion.id} id={`pregunta-${impresion.id}`}>
              <Pregunta impresion={impresion} />
            </div>
          ))}
          <Notas pedido={pedido} />
          {!pedido.archivos_guardados && pedido.archivos.length > 0 && (
            <Notice tone="warning" still>
              Los archivos de este pedido ya se borraron: queda el pedido, pero no se puede volver a imprimir.
            </Notice>
          )}
          <Reposiciones pedido={pedido} pdfs={pdfs} />
          <Tareas
            pedido={pedido}
            pdfs={pdfs}
            impresiones={impresiones}
            impresoras={impresoras}
            files={trabajos}
          />
        </div>
        <div className={styles.side}>
          <Cuenta pedido={pedido} />
          <Refund pedido={pedido} />
          <ClienteDePedido pedido={pedido} />
          <EntregaDePedido pedido={pedido} />
          <ComprobanteDePedido pedido={pedido} />
          <Historia pedido={pedido} />
          <OtrasAcciones pedido={pedido} />
        </div>
      </div>
    </>
  )
}

function NotLoaded({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { search } = useLocation()
  const isUnknown = isRefusedFor(error, 'no_existe')
  return (
    <div className={styles.loading}>
      <EmptySheet>
        <Heading title={isUnknown ? 'Ese pedido no existe' : 'No pudimos cargar el pedido'} />
        <p role="alert">
          {isUnknown
            ? 'Revisá la dirección, o buscalo por su número en el tablero.'
            : error instanceof RefusedError
              ? error.message
              : 'No hay conexión con el servidor.'}
        </p>
        {!isUnknown && (
          <Button variant="primary" icon={RotateCw} onClick={onRetry}>
            Reintentar
          </Button>
        )}
        <LinkButton to={`/mostrador${search}`}>Volver a los pedidos</LinkButton>
      </EmptySheet>
    </div>
  )
}
