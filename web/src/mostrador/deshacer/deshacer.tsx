import { DESHACER_S, ESTADO_TITLES } from '@imprimitodo/shared/rules/pedido'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { LinkButton } from '../../ui/button.tsx'
import { showProblem, showToast } from '../../ui/toasts.tsx'
import { useAtajo, useAtajosOn } from '../atajos/atajos.ts'
import { BusyButton } from '../busy-button.tsx'
import { stepDone, undone } from '../pasos.ts'
import { pedidoKey, pedidosKey } from '../queries.ts'
import { ask } from '../session/ask.ts'
import styles from './deshacer.module.css'
import { type Dado, dropDado, useDados, WAITS } from './pasos-dados.ts'

/** At the foot of every screen: the step just taken, and the way back for as long as nobody was told of it. */
export function Deshacer() {
  const dados = useDados()
  const last = dados.at(-1)
  return (
    <section className={styles.lane} aria-label="Último paso" hidden={!last}>
      <p role="status" className="visually-hidden">
        {last && `${ESTADO_TITLES[last.estado]}: pedido ${last.numero}. Podés deshacerlo.`}
      </p>
      {last && <Lane key={`${last.pedido_id}${last.until}`} dado={last} before={dados.length - 1} />}
    </section>
  )
}

/** `before`: how many others can still be taken back. */
function Lane({ dado, before }: { dado: Dado; before: number }) {
  const cache = useQueryClient()
  const left = useSeconds(dado.until)
  const areOn = useAtajosOn()
  const { pedido_id, numero, estado } = dado
  const { mutate, isPending } = useMutation({
    networkMode: 'always', // offline it must fail now, not happen by itself later
    mutationFn: () =>
      ask('POST /api/mostrador/pedidos/:pedido_id/deshacer', { params: { pedido_id }, body: { estado } }),
    onSuccess: (answer) => {
      if (answer.ok) showToast(undone(numero, answer.data.estado))
      else if (answer.status !== 401) showProblem(answer.errores ?? `Pedido ${numero}: no se pudo deshacer.`)
    },
    onError: () => showProblem(`Pedido ${numero}: no hay conexión, no se deshizo.`),
    onSettled: () => {
      dropDado(dado)
      // The button goes away with what it did, and the keyboard would lose its place
      document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
      void cache.invalidateQueries({ queryKey: pedidosKey })
      void cache.invalidateQueries({ queryKey: pedidoKey(pedido_id) })
    },
  })
  // Two keys may come before the next drawing
  const isSent = useRef(false)
  const undo = () => {
    if (isSent.current) return
    isSent.current = true
    mutate()
  }
  useAtajo('z', undo)
  return (
    <div className={styles.box}>
      <i
        className={styles.time}
        style={{ animationDelay: `${dado.until - DESHACER_S * 1000 - Date.now()}ms` }}
        aria-hidden
      />
      <CircleCheck size={22} strokeWidth={2.2} aria-hidden />
      <p className={styles.text} aria-hidden>
        <b>{stepDone(numero, estado)}</b>{' '}
        <span>
          {WAITS[estado]} en {left} s.{before > 0 && ` Y ${before} más.`}
        </span>
      </p>
      <LinkButton size="medium" className={styles.see} to={`/mostrador/pedidos/${pedido_id}`}>
        <span>
          Ver<span className="visually-hidden"> el pedido {numero}</span>
        </span>
      </LinkButton>
      <BusyButton
        size="medium"
        className={styles.undo}
        icon={Undo2}
        isBusy={isPending}
        busyText="Deshaciendo…"
        about={` (pedido ${numero})`}
        aria-keyshortcuts={areOn ? 'z' : undefined}
        onClick={undo}
      >
        Deshacer
        {areOn && (
          <kbd className={styles.key} aria-hidden>
            z
          </kbd>
        )}
      </BusyButton>
    </div>
  )
}

function useSeconds(until: number): number {
  const secondsLeft = () => Math.max(1, Math.ceil((until - Date.now()) / 1000))
  const [left, setLeft] = useState(secondsLeft)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads the clock
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsLeft()), 250)
    return () => clearInterval(timer)
  }, [until])
  return left
}
