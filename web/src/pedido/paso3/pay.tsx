import type { PromesasYPago } from '@imprimitodo/shared/api/pedidos'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { promesaText } from '@imprimitodo/shared/rules/compra/promesa'
import { SIN_ABRIR } from '@imprimitodo/shared/rules/gestion/apertura'
import { RotateCw } from 'lucide-react'
import { useAbierta } from '../../api/catalogo.ts'
import { serverNow } from '../../api/clock.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import type { Contacto } from '../carrito/carrito-state.ts'
import { Medios } from './medios.tsx'
import {
  type Bloqueo,
  type CalculoDeEntrega,
  type CampoDePaso3,
  type ProblemasDePaso3,
  pendienteText,
} from './modelo.ts'
import { usePay } from './pago.ts'
import styles from './paso3.module.css'
import type { UsoDeCodigos } from './use-codigos.ts'

export type PayProps = {
  pedidoId: string
  contacto: Contacto
  calculo: CalculoDeEntrega
  bloqueo: Bloqueo | null
  codigos: UsoDeCodigos
  promesas: PromesasYPago['promesas']
  pago: PromesasYPago['pago']
  showProblems: (campo: CampoDePaso3 | null, campos?: ProblemasDePaso3) => void
}

/**
 * The one main button of this screen. While blocked, it stays focusable, says why and leads to the missing
 * field.
 */
export function Pay({
  pedidoId,
  contacto,
  calculo,
  bloqueo,
  codigos,
  promesas,
  pago,
  showProblems,
}: PayProps) {
  const { importe } = codigos
  const { phase, problem, pay, dismiss } = usePay({
    pedidoId,
    importe,
    contacto,
    calculo,
    showProblems,
    codigos: codigos.codigos_descuento,
    onCodigosLost: codigos.recheck,
  })
  const isBusy = phase !== 'quieto'
  const isClosed = useClosed(importe)
  const motivo = isClosed ? SIN_ABRIR : bloqueo && pendienteText(contacto, bloqueo)
  const press = () => {
    if (isBusy || isClosed) return
    if (bloqueo) showProblems(bloqueo.campo)
    else void pay()
  }
  return (
    <>
      {problem?.kind === 'aviso' && (
        <Notice tone="warning" className={styles.spaced}>
          {problem.text}
        </Notice>
      )}
      {problem?.kind === 'imposibles' && (
        <Notice
          tone="error"
          className={styles.spaced}
          action={
            <LinkButton size="medium" to="/imprimitodo/paso2">
              Ver el archivo
            </LinkButton>
          }
        >
          {problem.textos.map((text) => (
            <p key={text}>{text}</p>
          ))}
          <p>Quitalo o cambialo por otro. No se cobró nada.</p>
        </Notice>
      )}
      <Button
        variant="primary"
        wide
        className={styles.pay}
        aria-disabled={isBusy || motivo !== null}
        aria-describedby={motivo ? 'pagar-motivo' : undefined}
        onClick={press}
      >
        {phase === 'pagando' ? 'Confirmando…' : phase === 'yendo' ? 'Te llevamos al pago…' : labelOf(importe)}
      </Button>
      {motivo && (
        <p id="pagar-motivo" className={styles.reason}>
          {motivo}
        </p>
      )}
      {/* Under the button, which must not move when it arrives; nothing is promised for an address that may be out of reach */}
      {(contacto.modo === 'retiro' || !bloqueo) && <Promesa promesas={promesas} contacto={contacto} />}
      {importe !== 0 && pago && (
        <Medios {...pago} sucursal={contacto.modo === 'retiro' ? contacto.sucursal : null} />
      )}
      {problem?.kind === 'dialogo' && (
        <Dialog
          title={problem.title}
          onClose={dismiss}
          actions={
            <>
              <Button onClick={dismiss}>Cerrar</Button>
              <Button variant="primary" icon={RotateCw} onClick={() => void pay()}>
                Reintentar
              </Button>
            </>
          }
        >
          <p>{problem.text}</p>
          <p className="muted">No se cobró nada. Tu pedido sigue guardado: reintentar no lo duplica.</p>
        </Dialog>
      )}
    </>
  )
}

const labelOf = (importe: number | undefined): string => {
  if (importe === undefined) return 'Pagar'
  return importe === 0 ? 'Pagar $ 0,00: es gratis' : `Pagar ${formatPesos(importe)}`
}

/** While the shop is not open only a free order can be made. */
function useClosed(importe: number | undefined): boolean {
  const abierta = useAbierta()
  return !abierta && importe !== 0
}

/** When it would be ready if it was paid now, at the chosen branch; nothing where that is unknown. */
function Promesa({
  promesas,
  contacto: { sucursal, modo },
}: {
  promesas: PromesasYPago['promesas']
  contacto: Contacto
}) {
  const prometido = promesas.find((one) => one.sucursal === sucursal)?.prometido
  if (!prometido) return null
  const when = promesaText(prometido, new Date(serverNow()))
  return (
    <p className={styles.reason}>
      {modo === 'delivery'
        ? 'Si lo pagás ahora, sale para tu dirección '
        : 'Si lo pagás ahora, lo tenés listo '}
      <b>{when}</b>.
    </p>
  )
}
