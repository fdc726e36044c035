import { LinkButton } from '../../ui/button.tsx'
import { EmptySheet } from '../../ui/notice/empty-sheet.tsx'
import { Heading } from './heading.tsx'

export function MostradorNotFoundPage() {
  return (
    <EmptySheet>
      <Heading title="Esa página no existe" />
      <LinkButton to="/mostrador">Ir a los pedidos</LinkButton>
    </EmptySheet>
  )
}
