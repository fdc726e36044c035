import type { CodigoCanje, PremioAnswer } from '@imprimitodo/shared/api/puntos'
import { count, countAfter } from '@imprimitodo/shared/rules/base/cantidad'
import { hojasDeCanje } from '@imprimitodo/shared/rules/fidelidad/premio'
import { useRef, useState } from 'react'
import { type AnswerOf, call } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { AlertDialog } from '../ui/dialog/alert-dialog.tsx'
import { useBusy } from '../ui/state/use-busy.ts'
import { AvanceDePremio } from './avance.tsx'
import { Hojas } from './dibujos.tsx'
import styles from './hojas-gratis.module.css'
import { cambioIn, isLostAnswer, lostText, type PreguntaDeCanje, quedaText, useCanje } from './use-canje.ts'

type Props = {
  premio: PremioAnswer
  puntos: number
  cliente: number
  onCodigos: (codigos: CodigoCanje[]) => Promise<void>
}

/**
 * Exchanges all whole multiples of the points for one code of free sheets, after the customer confirmed the
 * numbers.
 */
export function HojasGratis({ premio, puntos, cliente, onCodigos }: Props) {
  const [asked, setAsked] = useState<PreguntaDeCanje | null>(null)
  const { generate, isBusy, problem, forget } = useGenerate(premio.id, cliente, onCodigos, setAsked)
  const canje = hojasDeCanje(puntos, premio)
  const isReached = canje.hojas > 0
  return (
    <>
      <section className={styles.block} aria-labelledby={`premio-${premio.id}`}>
        <div className={styles.text}>
          <h2 id={`premio-${premio.id}`}>{premio.nombre}</h2>
          <p className={styles.big}>{count(canje.hojas, 'hoja')}</p>
          <p>
            {isReached
              ? `Con tus ${count(puntos, 'punto')} te alcanza para ${count(canje.hojas, 'hoja')} doble faz en blanco y negro. ${countAfter('Te queda', puntos - canje.puntos, 'punto')}.`
              : `Cada ${count(premio.puntos_requeridos, 'punto')} son ${count(premio.cantidad, 'hoja')} doble faz en blanco y negro. ${countAfter('Te falta', premio.puntos_requeridos - puntos, 'punto')}.`}
          </p>
          {premio.descripcion && <p>{premio.descripcion}</p>}
          <AvanceDePremio premio={premio} puntos={puntos} onInk />
          <Button
            className={styles.button}
            disabled={isBusy || !isReached}
            onClick={() => setAsked({ ...canje, cambio: null })}
          >
            {isBusy ? 'Generando…' : 'Generar código'}
          </Button>
        </div>
        <div className={styles.picture}>
          <Hojas hojas={canje.hojas || premio.cantidad} />
        </div>
      </section>
      {problem && (
        <AlertDialog
          title={problem.isUnknown ? 'No sabemos si se generó el código' : 'No se generó el código'}
          onClose={forget}
          actions={<Button onClick={forget}>Cerrar</Button>}
        >
          <p>{problem.text}</p>
          {problem.lost && <p>{problem.lost}</p>}
        </AlertDialog>
      )}
      {asked && (
        <AlertDialog
          title="¿Generamos el código?"
          onClose={() => setAsked(null)}
          actions={
            <>
              <Button onClick={() => setAsked(null)}>Ahora no</Button>
              <Button
                variant="primary"
                onClick={() => {
                  setAsked(null)
                  void generate(asked)
                }}
              >
                Sí, cambiar
              </Button>
            </>
          }
        >
          {asked.cambio && <p>{asked.cambio}</p>}
          <p>
            Vas a cambiar {count(asked.puntos, 'punto')} por {count(asked.hojas, 'hoja')}.
          </p>
          <p>{quedaText(puntos, asked)} El código vale 90 días y lo usás al confirmar un pedido.</p>
        </AlertDialog>
      )}
    </>
  )
}

/**
 * `isUnknown`: the code may have been generated, by this attempt or by one before it. `lost`: what is true where the
 * shop did not answer.
 */
type Problem = { text: string; isUnknown: boolean; lost: string | null }

const FAILED = 'Error al generar código. Intentalo más tarde.'

/** `ask`: asks again, where points or sheets are others by now. */
function useGenerate(
  producto: number,
  cliente: number,
  onCodigos: Props['onCodigos'],
  ask: (pregunta: PreguntaDeCanje) => void,
) {
  const { isBusy, run } = useBusy()
  const [problem, setProblem] = useState<Problem | null>(null)
  const { send } = useCanje()
  const isUnknown = useRef(false)
  const generate = ({ puntos, hojas }: PreguntaDeCanje) =>
    run(async () => {
      setProblem(null)
      const { answer, isSent } = await send((clave) =>
        call('POST /api/codigos-canje/', { body: { producto, cliente, puntos, hojas }, clave }),
      )
      const cambio = cambioIn(answer)
      isUnknown.current = isLostAnswer(answer) && (isSent || isUnknown.current)
      if (!cambio) setProblem(problemIn(answer, isSent, isUnknown.current))
      // After a refusal too: the page's data may be old
      await onCodigos(answer?.ok ? answer.data : [])
      if (cambio) ask(cambio)
    })
  return { generate, isBusy, problem, forget: () => setProblem(null) }
}

function problemIn(
  answer: AnswerOf<'POST /api/codigos-canje/'> | null,
  isSent: boolean,
  isUnknown: boolean,
): Problem | null {
  if (answer?.ok) return null
  if (isLostAnswer(answer)) return { text: FAILED, isUnknown, lost: lostText(isSent) }
  return { text: textOf(answer?.data ?? ''), isUnknown: false, lost: null }
}

/** The body as the server wrote it. */
function textOf(body: unknown): string {
  if (typeof body !== 'string') return `Error: ${JSON.stringify(body)}`
  return body === '' ? FAILED : `Error: ${body}`
}
