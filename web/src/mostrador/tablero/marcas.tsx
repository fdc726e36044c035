import type { PedidoFila } from '@imprimitodo/shared/api/mostrador'
import { CircleDashed, Flag } from 'lucide-react'
import { isToMake } from '../pasos.ts'
import styles from './marcas.module.css'

/**
 * The marks that the staff set on an order: urgent, a part of it ready, its shelf. Nothing where there are
 * none.
 */
export function Marcas({ fila: { urgente, estante, partes, estado } }: { fila: PedidoFila }) {
  const isPart = partes.listas > 0 && isToMake(estado)
  if (!urgente && !estante && !isPart) return null
  return (
    <ul className={styles.marcas} aria-label="Marcas del equipo">
      {urgente && (
        <li className={styles.urgente}>
          <Flag size={13} strokeWidth={2.6} aria-hidden />
          Urgente
        </li>
      )}
      {isPart && (
        <li>
          <CircleDashed size={14} strokeWidth={2.4} aria-hidden />
          Parte lista {partes.listas} de {partes.de}
        </li>
      )}
      {estante && (
        <li className={styles.estante}>
          <span className="visually-hidden">Estante </span>
          {estante}
        </li>
      )}
    </ul>
  )
}
