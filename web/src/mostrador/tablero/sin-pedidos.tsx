import { FilePlus2 } from 'lucide-react'
import { LinkButton } from '../../ui/button.tsx'
import { EmptySheet } from '../../ui/notice/empty-sheet.tsx'
import { useMostradorSession } from '../session/session.ts'
import { type Filtros, searchOf } from './filtros.ts'

/**
 * Replaces four empty columns: nothing was found, or all orders are handed over, with what comes next.
 * `hasOthers`: the filters hide some.
 */
export function SinPedidos({
  filtros,
  isNarrowed,
  hasOthers,
}: {
  filtros: Filtros
  isNarrowed: boolean
  hasOthers: boolean
}) {
  const own = useMostradorSession()?.sucursal
  const { texto } = filtros
  const sucursal = own || filtros.sucursal
  if (isNarrowed)
    return (
      <EmptySheet>
        <h2>No hay pedidos así en el tablero</h2>
        <p>
          {texto.trim() ? `Ninguno coincide con «${texto.trim()}»` : 'Ninguno pasa los filtros'}
          {texto.trim() && hasOthers ? ' y los filtros' : ''}
          {sucursal ? ` en ${sucursal}` : ''}.
        </p>
        <LinkButton to={`/mostrador${searchOf({ ...filtros, texto: '', ver: [] })}`}>Ver todos</LinkButton>
      </EmptySheet>
    )
  return (
    <EmptySheet>
      <h2>Está todo entregado</h2>
      <p>Lo que entre por la web aparece acá con un sonido{sucursal ? `, si es para ${sucursal}` : ''}.</p>
      <LinkButton variant="primary" icon={FilePlus2} to="/mostrador/nuevo">
        Cobrar en el mostrador
      </LinkButton>
      <LinkButton to={`/mostrador${searchOf({ ...filtros, lista: 'cerrados' })}`}>
        Ver los cerrados
      </LinkButton>
    </EmptySheet>
  )
}
