import type { MovimientoPuntos, PremioAnswer } from '@imprimitodo/shared/api/puntos'
import { count, writeAmount } from '@imprimitodo/shared/rules/base/cantidad'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { reasonOf } from '../api/reason.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { AlertDialog } from '../ui/dialog/alert-dialog.tsx'
import { showToast } from '../ui/notice/toasts.tsx'
import { Foto } from '../ui/picture/foto.tsx'
import { SinImagen } from '../ui/picture/sin-imagen.tsx'
import { useBusy } from '../ui/state/use-busy.ts'
import { AvanceDePremio } from './avance.tsx'
import { Matasellos } from './dibujos.tsx'
import styles from './premio-card.module.css'
import { cambioIn, isLostAnswer, lostText, type PreguntaDeCanje, quedaText, useCanje } from './use-canje.ts'

/** The newest line of the ledger of points: undefined where it has none, or is not known. */
type Ultimo = MovimientoPuntos | undefined
type Props = {
  premio: PremioAnswer
  puntos: number
  ultimo: Ultimo
  /** Asks for points, prizes and ledger again. */
  reload: () => Promise<Ultimo>
}

const missingText = (missing: number): string =>
  `${missing === 1 ? 'Te falta' : 'Te faltan'} ${writeAmount(missing)}`

const SIZES = '(min-width: 51.25em) 340px, (max-width: 17.9375em) 90vw, 50vw'

/** A prize as a stamp: pale until the points reach it, then in all inks with its postmark. */
export function PremioCard({ premio, puntos, ultimo, reload }: Props) {
  const { nombre, descripcion, imagen, puntos_requeridos, cantidad } = premio
  const isReached = puntos >= puntos_requeridos
  const [asked, setAsked] = useState<PreguntaDeCanje | null>(null)
  const { redeem, isBusy, isUnknown, refusal, forget } = useRedeem(premio, ultimo, reload, setAsked)
  return (
    <li className={cx(styles.outline, isReached && styles.reached)}>
      <div className={styles.stamp}>
        <div className={styles.sheet}>
          <div className={styles.picture}>
            {imagen ? <Foto imagen={imagen} alt="" sizes={SIZES} /> : <SinImagen />}
            {isReached && <Matasellos className={styles.postmark} />}
            <p className={styles.value}>
              {writeAmount(puntos_requeridos)} <small>puntos</small>
            </p>
          </div>
          <div className={styles.text}>
            <h3 id={`premio-${premio.id}`}>{nombre}</h3>
            <p>{descripcion}</p>
            <div className={styles.foot}>
              <AvanceDePremio premio={premio} puntos={puntos} />
              {!isReached ? (
                <p className={styles.missing}>{missingText(puntos_requeridos - puntos)}</p>
              ) : cantidad === 0 ? (
                <p className={styles.missing}>Sin stock por ahora</p>
              ) : (
                <Button
                  className={styles.redeem}
                  aria-disabled={isBusy || undefined}
                  aria-describedby={`premio-${premio.id}`}
                  onClick={() => !isBusy && setAsked({ puntos: puntos_requeridos, hojas: 0, cambio: null })}
                >
                  {isBusy ? 'Canjeando…' : 'Canjear ahora'}
                </Button>
              )}
            </div>
          </div>
        </div>
      </div>
      {asked && (
        <AlertDialog
          title="¿Confirmás el canje?"
          onClose={() => setAsked(null)}
          actions={
            <>
              <Button onClick={() => setAsked(null)}>Cancelar</Button>
              <Button
                variant="primary"
                onClick={() => {
                  setAsked(null)
                  void redeem(asked.puntos)
                }}
              >
                Sí, canjear
              </Button>
            </>
          }
        >
          {asked.cambio && <p>{asked.cambio}</p>}
          <p>
            Vas a cambiar {count(asked.puntos, 'punto')} por <b>{nombre}</b>.{' '}
            {isUnknown ? 'Si el canje anterior se hizo, no se cobra otra vez.' : quedaText(puntos, asked)}
          </p>
        </AlertDialog>
      )}
      {refusal && (
        <AlertDialog title="Error" onClose={forget} actions={<Button onClick={forget}>Cerrar</Button>}>
          <p>No se pudo completar el canje. Intentá más tarde.</p>
          {refusal.reason && <p className="muted">{refusal.reason}</p>}
        </AlertDialog>
      )}
    </li>
  )
}

/**
 * The server takes the points, so they are reloaded after success and failure. `ask`: asks again, with other points.
 * `isUnknown`: the last answer was lost, and the ledger does not show the exchange.
 */
function useRedeem(
  { id }: PremioAnswer,
  ultimo: Ultimo,
  reload: Props['reload'],
  ask: (pregunta: PreguntaDeCanje) => void,
) {
  const { isBusy, run } = useBusy()
  const [isUnknown, setUnknown] = useState(false)
  const [refusal, setRefusal] = useState<{ reason: string | null } | null>(null)
  const { send, forget } = useCanje()
  async function redeem(puntos: number) {
    const { answer, isSent } = await send((clave) =>
      call('POST /api/puntos/canjear-producto/', { body: { producto_id: id, puntos }, clave }),
    )
    const cambio = cambioIn(answer)
    const isLost = isLostAnswer(answer)
    if (answer?.ok) sayDone()
    else if (!isLost && !cambio) setRefusal({ reason: reasonOf(answer) })
    const newest = await reload()
    const isMade = newest && newest.id !== ultimo?.id && newest.puntos === -puntos
    setUnknown((before) => isLost && !isMade && (isSent || before))
    if (cambio) ask(cambio)
    if (!isLost) return
    if (!isMade) return setRefusal({ reason: lostText(isSent) })
    forget()
    sayDone()
  }
  return {
    redeem: (puntos: number) => run(() => redeem(puntos)),
    isBusy,
    isUnknown,
    refusal,
    forget: () => setRefusal(null),
  }
}

const sayDone = () => showToast('¡Canje exitoso! 🎉 Te enviaremos más info por correo.', { ms: 5000 })
