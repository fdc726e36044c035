import type { Apuro } from '@imprimitodo/shared/rules/base/countdown'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { UseCodigo } from '../parts/use-codigo-button.tsx'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/copy.ts'
import { cx } from '../ui/cx.ts'
import { RetryNotice } from '../ui/notice/retry-notice.tsx'
import { CutTicket } from '../ui/paper/cut-ticket.tsx'
import { RegistrationMark } from '../ui/paper/registration-mark.tsx'
import { Code } from '../ui/paper/ticket.tsx'
import { Qr } from '../ui/picture/qr.tsx'
import { Countdown } from './countdown.tsx'
import styles from './cupon.module.css'
import { Percent } from './percent.tsx'
import type { CuponVista } from './vista.ts'

/** In words too, for people who cannot tell the colours apart. */
const WORDS: Record<Apuro, string> = {
  normal: 'Vence en',
  urgente: '¡Últimas horas! Vence en',
  'muy-urgente': '¡Últimos minutos! Vence en',
  expirado: 'Expirado',
}

/** A coupon that can be used: its discount, its QR and code, and its countdown. */
export function CuponVivo({ vista, isFirst }: { vista: CuponVista & { kind: 'vivo' }; isFirst: boolean }) {
  const { codigo, descuento, faltaMs, urgencia } = vista
  return (
    <>
      <p className={`lead ${styles.lead}`}>Mostralo en cualquier sucursal, o usalo en un pedido de la web.</p>
      <CutTicket
        flow="wide-row"
        isRaised
        className={styles.ticket}
        stubClass={styles.stub}
        stub={
          <>
            <div className={styles.top}>
              <span className={styles.badge}>{isFirst ? 'Primer cupón' : 'Cupón del día'}</span>
              <RegistrationMark />
            </div>
            <Percent value={descuento} />
            <p className={styles.what}>de descuento en impresión y anillado, en una sola compra.</p>
          </>
        }
      >
        <div className={styles.rest}>
          <div className={styles.both}>
            <CodigoQr codigo={codigo} />
            <div>
              <p className={cx(styles.left, urgencia === 'muy-urgente' && styles.last)}>{WORDS[urgencia]}</p>
              <Countdown leftMs={faltaMs} urgencia={urgencia} />
            </div>
          </div>
          <div>
            <p className={styles.label}>Código</p>
            <Code className={styles.code}>{codigo}</Code>
          </div>
          <UseCodigo codigo={codigo} />
          <Button wide icon={Copy} onClick={() => void copyText(codigo)}>
            Copiar código
          </Button>
        </div>
      </CutTicket>
      <p className={styles.terms}>
        Vale una vez y por 24 horas. Cuando lo uses, mañana desde las 00:00 podés generar otro.
      </p>
    </>
  )
}

/** The QR contains an address, so that any phone's camera can open it. */
function CodigoQr({ codigo }: { codigo: string }) {
  const [tries, setTries] = useState(0)
  const [failed, setFailed] = useState(false)
  if (failed)
    return (
      <RetryNotice
        retry={() => {
          setFailed(false)
          setTries(tries + 1)
        }}
      >
        Error al generar el código QR. Intenta nuevamente.
      </RetryNotice>
    )
  return (
    <Qr
      key={tries}
      text={`${window.location.origin}/c/${codigo}`}
      label={`QR del cupón ${codigo}`}
      className={styles.qr}
      onError={() => setFailed(true)}
    />
  )
}
