import { X } from 'lucide-react'
import { useLocation } from 'react-router'
import { IconButton } from '../../ui/button.tsx'
import { createStore } from '../../ui/state/store.ts'
import { numerosText } from '../numeros.ts'
import { VerPedidos } from '../ver-pedidos.tsx'
import { announcementOf, type PedidoEvento } from './evento.ts'
import styles from './llegados.module.css'

const MS = 8000
const llegados = createStore<readonly PedidoEvento[]>([])
let timer: ReturnType<typeof setTimeout> | undefined

const clear = () => llegados.set([])

/** Announces an order that came in or was paid. An order paid at once is announced once, not twice. */
export function tellLlegado(evento: PedidoEvento): void {
  llegados.set([...llegados.get().filter(({ pedido_id }) => pedido_id !== evento.pedido_id), evento])
  clearTimeout(timer)
  timer = setTimeout(clear, MS)
}

/**
 * A summary of orders that came in while a clerk is at another screen; on the board the columns' heads show
 * them. It stays for 8 s after the last of them.
 */
export function Llegados() {
  const all = llegados.use()
  const isBoard = /^\/mostrador\/?$/.test(useLocation().pathname)
  const text = textOf(all)
  return (
    <section aria-label="Pedidos que entraron">
      <p role="status" className="visually-hidden">
        {text}
      </p>
      {text && !isBoard && (
        <div className={styles.box}>
          <p aria-hidden>{text}</p>
          <VerPedidos className={styles.see} pedidos={all} />
          <IconButton quiet icon={X} label="Cerrar" onClick={clear} />
        </div>
      )}
    </section>
  )
}

function textOf(all: readonly PedidoEvento[]): string {
  const [one] = all
  if (!one) return ''
  if (all.length > 1)
    return `Entraron ${all.length} pedidos: ${numerosText(all.map(({ numero }) => numero))}.`
  return announcementOf(one) ?? ''
}
