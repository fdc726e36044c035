import type { AccionSimulada, PagoSimulado } from '@imprimitodo/shared/api/pagos'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { formatMoment } from '@imprimitodo/shared/rules/base/fecha'
import { ArrowLeft, Banknote } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import buttons from '../ui/button.module.css'
import { Button, ExternalButton } from '../ui/button.tsx'
import { ChoiceCards } from '../ui/form/choice-cards.tsx'
import { Notice } from '../ui/notice/notice.tsx'
import { Ticket } from '../ui/paper/ticket.tsx'
import { ROTULO } from '../ui/state/nombre.ts'
import { useSeconds } from '../ui/state/use-seconds.ts'
import styles from './pago-simulado.module.css'
import { ELECCIONES, type Eleccion, vistaOfPago } from './vista.ts'

type Props = {
  pago: PagoSimulado
  busy: boolean
  onChoose: (accion: AccionSimulada) => void
  /** Why the last choice was not taken: above the buttons. */
  problem?: ReactNode
}

/** The buyer's choices now. Each outcome is announced; the button back to the shop is always there. */
export function Checkout(props: Props) {
  const { pago, problem } = props
  switch (vistaOfPago(pago)) {
    case 'aprobado':
      return (
        <Outcome>
          <Notice tone="done">
            <b>Pago aprobado.</b> Ya le avisamos al comercio.
          </Notice>
          <WayBack to={pago.vuelta} />
        </Outcome>
      )
    case 'vencido':
      return (
        <Outcome>
          <Notice tone="warning">
            <b>Este pago venció</b> el {formatMoment(pago.vence).toLowerCase()}. No se cobró nada.
          </Notice>
          {problem}
          <ToShop to={pago.vuelta} />
        </Outcome>
      )
    case 'en-proceso':
      return <EnProceso {...props} />
    case 'cupon':
      return <Cupon {...props} />
    case 'rechazado':
      return <Choose {...props} rejected />
    case 'elegir':
      return <Choose {...props} />
  }
}

const Outcome = ({ children }: { children: ReactNode }) => <div className={styles.outcome}>{children}</div>

function Choose({ pago, busy, onChoose, problem, rejected }: Props & { rejected?: boolean }) {
  const [eleccion, setEleccion] = useState<Eleccion>('aprobar')
  return (
    <form
      className={styles.outcome}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) onChoose(eleccion)
      }}
    >
      {rejected && (
        <Notice tone="error">
          La tarjeta no autorizó el pago. No se cobró nada: probá otra vez o elegí otro medio.
        </Notice>
      )}
      <ChoiceCards
        label="¿Cómo termina este pago?"
        choices={ELECCIONES}
        value={eleccion}
        inOneColumn
        // Not disabled meanwhile: Enter on a card pays, and the focus would be lost
        onChange={(one) => busy || setEleccion(one)}
      />
      {problem}
      <Button type="submit" variant="primary" wide aria-disabled={busy}>
        {busy ? 'Procesando el pago…' : `Pagar ${formatPesos(pago.importe)}`}
      </Button>
      <Unpaid to={pago.vuelta} />
    </form>
  )
}

function EnProceso({ pago, busy, onChoose, problem }: Props) {
  return (
    <Outcome>
      <Notice tone="info">
        <b>El pago quedó en proceso.</b> Al comercio le llega el resultado cuando se resuelva: podés volver
        ahora, o resolverlo acá.
      </Notice>
      {problem}
      <div className={styles.pair}>
        <Button aria-disabled={busy} onClick={() => !busy && onChoose('aprobar')}>
          Aprobarlo
        </Button>
        <Button aria-disabled={busy} onClick={() => !busy && onChoose('rechazar')}>
          Rechazarlo
        </Button>
      </div>
      <ToShop to={pago.vuelta} />
    </Outcome>
  )
}

function Cupon({ pago, busy, onChoose, problem }: Props) {
  return (
    <Outcome>
      <Ticket
        title="Cupón de pago"
        stub={
          <>
            <p>
              Pagalo en efectivo en cualquier local de cobro, antes del{' '}
              <b className={styles.when}>{formatMoment(pago.vence).toLowerCase()}</b>.
            </p>
            <Button icon={Banknote} wide aria-disabled={busy} onClick={() => !busy && onChoose('acreditar')}>
              {busy ? 'Acreditando…' : 'Acreditar el efectivo'}
            </Button>
          </>
        }
      >
        <p className={styles.coupon}>{formatPesos(pago.importe)}</p>
        <span className={styles.bars} aria-hidden />
        <p className={styles.reference}>{pago.referencia}</p>
      </Ticket>
      {problem}
      <ToShop to={pago.vuelta} />
    </Outcome>
  )
}

const Unpaid = ({ to }: { to: string }) => (
  <a href={to} className={buttons.text}>
    <ArrowLeft size={20} strokeWidth={2.4} aria-hidden />
    Volver a {ROTULO} sin pagar
  </a>
)

const ToShop = ({ to }: { to: string }) => (
  <ExternalButton variant="primary" wide href={to}>
    Volver a {ROTULO}
  </ExternalButton>
)

/** Returns to the shop automatically, as checkouts do, or at once by the button. */
function WayBack({ to }: { to: string }) {
  const left = useSeconds(3, () => window.location.assign(to))
  return (
    <>
      <ToShop to={to} />
      <p className={styles.soon}>
        {left === 0 ? 'Volviendo…' : `Volvés en ${left} ${left === 1 ? 'segundo' : 'segundos'}.`}
      </p>
    </>
  )
}
