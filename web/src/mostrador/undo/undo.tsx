import { DESHACER_S, ESTADO_TITLES } from '@imprimitodo/shared/rules/compra/pedido'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { sinRespuesta } from '../../api/sin-respuesta.ts'
import { showProblem, showToast } from '../../ui/notice/toasts.tsx'
import { useAtajo, useAtajosOn } from '../atajos/atajos.ts'
import { BusyButton } from '../busy-button.tsx'
import { aboutPedido, numerosText } from '../numeros.ts'
import { stepDone, undone, undoneVarios, variosDone } from '../pasos.ts'
import { tellRefusal } from '../problemas.ts'
import { pedidoKey, pedidosKey } from '../queries.ts'
import { ask } from '../session/ask.ts'
import { VerPedidos } from '../ver-pedidos.tsx'
import { type Dado, dropDado, useDados, WAITS } from './pasos-dados.ts'
import styles from './undo.module.css'

/**
 * At the foot of every screen: the step just taken, and its undo button as long as no customer was notified
 * of it.
 */
export function Undo() {
  const dados = useDados()
  const last = dados.at(-1)
  const before = dados.slice(0, -1).reduce((sum, { pedidos }) => sum + pedidos.length, 0)
  return (
    <section aria-label="Último paso" hidden={!last}>
      <p role="status" className="visually-hidden">
        {last && `${ESTADO_TITLES[last.estado]}: ${pedidosText(last)}. Podés deshacerlo.`}
      </p>
      {last && <Lane key={`${last.pedidos[0]?.pedido_id}${last.until}`} dado={last} before={before} />}
    </section>
  )
}

/** 'pedido 1042', 'pedidos 1042 y 1043' */
const pedidosText = ({ pedidos }: Dado): string =>
  `${pedidos.length > 1 ? 'pedidos' : 'pedido'} ${numerosText(pedidos.map(({ numero }) => numero))}`

/** `before`: how many earlier steps can still be undone. */
function Lane({ dado, before }: { dado: Dado; before: number }) {
  const cache = useQueryClient()
  const left = useSeconds(dado.until)
  const areOn = useAtajosOn()
  const { pedidos, estado } = dado
  const about = pedidosText(dado)
  const { mutate, isPending } = useMutation({
    mutationFn: () => Promise.all(pedidos.map((one) => undoOne(one, estado))),
    onSuccess: (answers) => {
      const done = answers.flatMap((answer) => answer ?? [])
      const [first] = done
      if (first && done.length === 1) showToast(undone(first.numero, first.estado))
      else if (first) showToast(undoneVarios(done))
    },
    onSettled: () => {
      dropDado(dado)
      // The button disappears with its step, and the keyboard would lose its place
      document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
      void cache.invalidateQueries({ queryKey: pedidosKey })
      for (const { pedido_id } of pedidos) void cache.invalidateQueries({ queryKey: pedidoKey(pedido_id) })
    },
  })
  // Two key presses may come before the next rendering
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
        <b>{dadoText(dado)}</b>{' '}
        <span>
          {WAITS[estado]?.(pedidos.length)} en {left} s.{before > 0 && ` Y ${before} más.`}
        </span>
      </p>
      {/* An order that was handed over has left the board */}
      {(pedidos.length === 1 || estado !== 'entregado') && (
        <VerPedidos className={styles.see} pedidos={pedidos} />
      )}
      <BusyButton
        size="medium"
        className={styles.undo}
        icon={Undo2}
        isBusy={isPending}
        busyText="Deshaciendo…"
        about={` (${about})`}
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

/** 'Pedido 1042 está listo.', '4 pedidos listos: 1042, 1043, 1045 y 1048.' */
function dadoText({ pedidos, estado }: Dado): string {
  const [one] = pedidos
  if (one && pedidos.length === 1) return stepDone(one.numero, estado)
  const numeros = numerosText(pedidos.map(({ numero }) => numero))
  return `${estado === 'cancelado' ? '' : variosDone(estado, pedidos.length)} ${numeros}.`
}

/** Null where it was refused; a toast shows the reason. */
async function undoOne({ pedido_id, numero }: Dado['pedidos'][number], estado: Dado['estado']) {
  const answer = await ask('POST /api/mostrador/pedidos/:pedido_id/deshacer', {
    params: { pedido_id },
    body: { estado },
  }).catch(() => null)
  if (answer?.ok) return { numero, estado: answer.data.estado }
  if (answer === null) showProblem(aboutPedido(numero, sinRespuesta('se deshizo')))
  else tellRefusal(answer, `Pedido ${numero}: no se pudo deshacer.`)
  return null
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
