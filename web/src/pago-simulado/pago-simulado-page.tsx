import type { AccionSimulada, PagoSimulado } from '@imprimitodo/shared/api/pagos'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { RUTAS } from '@imprimitodo/shared/rules/vidriera/ruta'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useRef } from 'react'
import { useParams } from 'react-router'
import { call } from '../api/call.ts'
import { dataOf, isRefusedFor, RefusedError, showAnswer } from '../api/query-client.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice/notice.tsx'
import { Spinner } from '../ui/notice/spinner.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Receipt } from '../ui/paper/receipt.tsx'
import { Logo } from '../ui/picture/logo.tsx'
import { ROTULO } from '../ui/state/nombre.ts'
import { Checkout } from './checkout.tsx'
import styles from './pago-simulado.module.css'
import { type CheckoutVista, vistaOfPago } from './vista.ts'

/** The checkout of the embedded payment provider: it behaves like a real one and says everywhere that it is not. */
export function PagoSimuladoPage() {
  const { ref = '' } = useParams()
  return (
    <>
      <meta name="robots" content="noindex" />
      <div className={styles.hazard} aria-hidden />
      <p className={styles.banner}>
        <b>PAGO SIMULADO</b> <span>No se cobra dinero de verdad</span>
      </p>
      <div className="wrap">
        <div className={styles.page}>
          <p className={styles.logo}>
            <Logo /> <span>{ROTULO}</span>
          </p>
          <Pago referencia={ref} />
        </div>
      </div>
    </>
  )
}

function Pago({ referencia }: { referencia: string }) {
  const queryClient = useQueryClient()
  const key = ['pago-simulado', referencia]
  const params = { ref: referencia }
  const running = useRef(false) // `isPending` would be set too late for a double click
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => dataOf(call('GET /api/pago-simulado/:ref', { params, signal })),
    staleTime: 0,
  })
  const {
    mutate,
    isPending,
    error: refusal,
  } = useMutation({
    mutationFn: (accion: AccionSimulada) =>
      dataOf(call('POST /api/pago-simulado/:ref', { params, body: { accion } })),
    onSuccess: (pago: PagoSimulado) => showAnswer(queryClient, key, pago),
    onError: () => void refetch(), // a refusal often means that it was paid or expired meanwhile
    onSettled: () => {
      running.current = false
    },
  })
  const choose = (accion: AccionSimulada) => {
    if (running.current) return
    running.current = true
    mutate(accion)
  }
  if (data)
    return (
      <Receipt title="Resumen del pago" heading={<Amount pago={data} />} lines={linesOf(data)}>
        <Checkout
          pago={data}
          busy={isPending}
          onChoose={choose}
          problem={
            refusal && (
              <Notice tone="error">
                {refusal instanceof RefusedError ? refusal.message : 'No hay conexión. Probá de nuevo.'}
              </Notice>
            )
          }
        />
      </Receipt>
    )
  if (!error)
    return (
      <div>
        <Spinner label="Cargando el pago…" visible />
      </div>
    )
  if (isRefusedFor(error, 'no_existe'))
    return (
      <div className={styles.failed}>
        <PageHeading title="Este pago no existe" />
        <p className="lead">
          El enlace está incompleto o es de otro pedido. Volvé a tu pedido y pagalo desde ahí.
        </p>
        <LinkButton to="/mi-pedido">Buscar mi pedido</LinkButton>
      </div>
    )
  return (
    <div className={styles.failed}>
      <PageHeading title="No pudimos abrir el pago" />
      <Notice
        tone="error"
        action={
          <Button icon={RotateCw} onClick={() => void refetch()} disabled={isFetching}>
            Reintentar
          </Button>
        }
      >
        Revisá tu conexión o intentá más tarde. No se cobró nada.
      </Notice>
    </div>
  )
}

const DOING: Partial<Record<CheckoutVista, string>> = { aprobado: 'Pagaste', vencido: 'No se pagó' }

function Amount({ pago }: { pago: PagoSimulado }) {
  const vista = vistaOfPago(pago)
  return (
    // A new one where another view takes the place of the pressed button: it takes the focus
    <PageHeading
      key={vista === 'rechazado' ? 'elegir' : vista}
      title={RUTAS['/pago-simulado/:ref'].head.titulo}
    >
      <span className={styles.doing}>{DOING[vista] ?? 'Estás por pagar'}</span>{' '}
      <span className={styles.amount}>{formatPesos(pago.importe)}</span>
    </PageHeading>
  )
}

const linesOf = ({ titulo, referencia }: PagoSimulado) => [
  { label: 'Comercio', amount: ROTULO },
  { label: 'Concepto', amount: <span className={styles.concept}>{titulo}</span> },
  { label: 'Referencia', amount: <span className={styles.reference}>{referencia}</span> },
]
