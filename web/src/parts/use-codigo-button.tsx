import { ArrowRight } from 'lucide-react'
import { chooseCodigo } from '../api/codigos-guardados.ts'
import { LinkButton } from '../ui/button.tsx'
import { showToast } from '../ui/notice/toasts.tsx'

/** A button that starts an order, with that code chosen for its last step. */
export function UseCodigo({ codigo, className }: { codigo: string; className?: string }) {
  return (
    <LinkButton
      to="/imprimitodo"
      variant="primary"
      wide
      className={className}
      iconAfter={ArrowRight}
      onClick={() => {
        chooseCodigo(codigo)
        showToast('Elegí tus archivos: el código se aplica en el último paso.')
      }}
    >
      Usarlo en un pedido
    </LinkButton>
  )
}
