import { formatDay, formatTime } from '@imprimitodo/shared/rules/base/fecha'
import { ArrowRight } from 'lucide-react'
import { PrintOffer } from '../parts/print-offer.tsx'
import { LinkButton } from '../ui/button.tsx'
import { CutTicket } from '../ui/paper/cut-ticket.tsx'
import { Code } from '../ui/paper/ticket.tsx'
import { Countdown } from './countdown.tsx'
import styles from './cupon.module.css'
import { Percent } from './percent.tsx'
import type { CuponVista } from './vista.ts'

/** Today's coupon was used: which one, when, and how long until the next. */
export function CuponUsado({ vista }: { vista: CuponVista & { kind: 'usado' } }) {
  const { codigo, descuento, cuando, proximoMs } = vista
  return (
    <>
      <p className={`lead ${styles.lead}`} role="status">
        Ya usaste tu cupón de hoy. Vas a tener uno nuevo disponible mañana desde las 00:00.
      </p>
      <CutTicket
        flow="wide-row"
        className={styles.ticket}
        stubClass={styles.usedStub}
        stub={
          <>
            <div className={styles.top}>
              <span className={styles.usedBadge}>Tu último cupón</span>
              <span className={styles.stamp}>USADO</span>
            </div>
            <Percent value={descuento} />
            <p className={styles.what}>
              Usado el {formatDay(cuando)} a las {formatTime(cuando)}
            </p>
          </>
        }
      >
        <div className={styles.rest}>
          <div className={styles.usedCode}>
            <p className={styles.label}>Código</p>
            <Code className={styles.code}>{codigo}</Code>
          </div>
          <div>
            <p className={styles.left}>El próximo, mañana desde las 00:00</p>
            <Countdown leftMs={proximoMs} urgencia="normal" />
          </div>
        </div>
      </CutTicket>
      <LinkButton variant="primary" to="/imprimitodo" iconAfter={ArrowRight}>
        Imprimir
        <PrintOffer />
      </LinkButton>
    </>
  )
}
