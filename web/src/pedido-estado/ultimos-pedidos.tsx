import { isEnTablero } from '@imprimitodo/shared/rules/compra/pedido'
import { useQuery } from '@tanstack/react-query'
import { TextLink } from '../ui/button.tsx'
import styles from './navegador.module.css'
import { ListaPedidos, navegadorQuery } from './navegador.tsx'

const MOST = 2

/** Home's links to current orders; nothing without any. */
export function UltimosPedidos() {
  const { data, isPending } = useQuery(navegadorQuery)
  if (isPending) return <div className={styles.stripToCome} />
  const live = data?.filter(({ estado }) => isEnTablero(estado)) ?? []
  if (live.length === 0) return null
  return (
    <aside className={styles.strip} aria-labelledby="en-curso">
      <h2 id="en-curso">{live.length === 1 ? 'Tu pedido' : 'Tus pedidos'}</h2>
      <ListaPedidos pedidos={live.slice(0, MOST)} />
      {live.length > MOST && <TextLink to="/mi-pedido">Ver los {live.length}</TextLink>}
    </aside>
  )
}
