import type { Urgencia } from '@imprimitodo/shared/api/urgencias'
import { isVieja } from '@imprimitodo/shared/rules/taller/impresion'
import { Printer } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { Link } from '../../ui/link.tsx'
import { useAtajo, useAtajosOn } from '../atajos/atajos.ts'
import { BusyButton } from '../busy-button.tsx'
import { answerImpresion, askToCancel, askToConfirm, useAccion } from '../impresion/queries.ts'
import { contadasText } from '../impresion/textos.ts'
import { ageText, whenText } from '../tiempo.ts'
import { useNow } from '../use-now.ts'
import { type RespuestaAUrgencia, respuestasOf } from './textos.ts'
import styles from './urgencias.module.css'

type Duda = Extract<Urgencia, { tipo: 'duda' }>

/**
 * The question of one doubtful print, under the strip: its answers by button and by the keys 1, 2 and 3.
 * Takes the focus; Escape closes it. An answer closes it, so that a key pressed twice does not answer the
 * next question unread.
 */
export function Resolve({ duda, onClose }: { duda: Duda; onClose: () => void }) {
  const { impresion } = duda
  const heading = useRef<HTMLHeadingElement>(null)
  const name = useId()
  const now = useNow()
  const areOn = useAtajosOn()
  const { mutate, isPending } = useAccion()
  const isSent = useRef(false)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const respuestas = respuestasOf(impresion)

  function send({ que, done }: RespuestaAUrgencia) {
    // Two key presses may come before the next rendering
    if (isSent.current) return
    isSent.current = true
    const { id, pedido_id } = impresion
    const run = () =>
      que === 'confirmar' ? askToConfirm(id) : que === 'cancelar' ? askToCancel(id) : answerImpresion(id, que)
    mutate({ run, done, pedido_id }, { onSettled: onClose })
  }
  const press = (index: number) => {
    const respuesta = respuestas[index]
    if (respuesta) send(respuesta)
  }
  useAtajo('1', () => press(0))
  useAtajo('2', () => press(1))
  useAtajo('3', () => press(2))

  return (
    <section
      className={styles.resolver}
      aria-labelledby={name}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation() // otherwise Escape would untick the board's orders
        onClose()
      }}
    >
      <h2 id={name} ref={heading} tabIndex={-1}>
        {questionOf(duda)}
      </h2>
      <p>
        {whyOf(duda, now)} <b>{contadasText(impresion)}</b> Mirá la bandeja; nada se reimprime solo.
      </p>
      <div className={styles.respuestas}>
        {respuestas.map((respuesta, index) => (
          <BusyButton
            key={respuesta.texto}
            size="medium"
            variant={index === 0 ? 'primary' : 'secondary'}
            {...(index === 0 && { icon: Printer })}
            isBusy={isPending}
            busyText={respuesta.texto}
            aria-keyshortcuts={areOn ? String(index + 1) : undefined}
            onClick={() => send(respuesta)}
          >
            {respuesta.texto}
            {areOn && (
              <kbd className={styles.tecla} aria-hidden>
                {index + 1}
              </kbd>
            )}
          </BusyButton>
        ))}
        {impresion.pedido_id ? (
          <Link to={`/mostrador/pedidos/${impresion.pedido_id}`} onClick={onClose}>
            Ver el pedido
          </Link>
        ) : (
          <Link to="/mostrador/impresoras" onClick={onClose}>
            Ver la impresora
          </Link>
        )}
      </div>
    </section>
  )
}

function questionOf({ impresion }: Duda): string {
  const { nombre, numero, estado, papel_perdido } = impresion
  const cual = `«${nombre}»${numero === null ? '' : ` del ${numero}`}`
  if (papel_perdido) return `${papel_perdido} ¿Qué hacemos con ${cual}?`
  if (isVieja(impresion)) return `Esperó muchas horas: ¿imprimir ahora ${cual}?`
  return estado === 'detenida' ? `Se detuvo ${cual}. ¿Qué hacemos?` : `¿Salió entero ${cual}?`
}

function whyOf({ impresion, sucursal }: Duda, now: number): string {
  const { impresora, sin_noticias, mensaje, pedida } = impresion
  const where = `${impresora.nombre}, ${sucursal}.`
  if (isVieja(impresion)) return `${where} Se mandó ${ageText(pedida, now)}.`
  if (sin_noticias) return `${where} Sin noticias del agente desde ${whenText(sin_noticias, now)}.`
  return mensaje ? `${where} ${mensaje.replace(/[.\s]+$/, '')}.` : where
}
