import { Search as SearchIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from '../../ui/link.tsx'
import { useIsShown } from '../../ui/state/use-is-shown.ts'
import { useAtajo } from '../atajos/atajos.ts'
import { ask } from '../session/ask.ts'
import { type Filtros, searchOf } from './filtros.ts'
import styles from './tablero.module.css'

const WAIT_MS = 300

/**
 * Searches while typing; Enter opens the order that is meant. The address changes without new history
 * entries.
 */
export function Search({ filtros }: { filtros: Filtros }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState(filtros.texto)
  const latest = useRef(typed)
  latest.current = typed
  const isShown = useIsShown()
  const sent = useRef(filtros.texto)
  const field = useRef<HTMLInputElement>(null)
  useAtajo('/', () => field.current?.focus())

  // The address changed otherwise (back button, a link): the field follows it
  useEffect(() => {
    if (filtros.texto === sent.current) return
    sent.current = filtros.texto
    setTyped(filtros.texto)
  }, [filtros.texto])

  useEffect(() => {
    if (typed.trim() === sent.current) return
    const timer = setTimeout(() => {
      sent.current = typed.trim()
      navigate(`/mostrador${searchOf({ ...filtros, texto: typed })}`, { replace: true })
    }, WAIT_MS)
    return () => clearTimeout(timer)
  }, [typed, filtros, navigate])

  /**
   * Opens the order that the text names, without the board: by number or pickup code, or by a text that only
   * one order has.
   */
  async function open() {
    const texto = typed.trim()
    if (!texto) return
    const query = { texto, sucursal: filtros.sucursal }
    const answer = await ask('GET /api/mostrador/pedidos', { query }).catch(() => null)
    if (!answer?.ok || !isShown() || latest.current.trim() !== texto) return
    const { pedidos, siguiente } = answer.data
    const only = pedidos.length === 1 && siguiente === null ? pedidos[0] : undefined
    const found = pedidos.find(({ numero }) => String(numero) === texto) ?? only
    if (found) navigate(`/mostrador/pedidos/${found.pedido_id}${searchOf({ ...filtros, texto })}`)
  }

  return (
    <search className={styles.search}>
      <SearchIcon size={18} strokeWidth={2.4} aria-hidden />
      <input
        ref={field}
        type="search"
        aria-label="Buscar pedidos"
        placeholder="Número, nombre, código o archivo"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && void open()}
      />
    </search>
  )
}
