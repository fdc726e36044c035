import { RotateCw } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptySheet } from '../../ui/notice/empty-sheet.tsx'
import { Heading } from './heading.tsx'

/** When a screen fails, the header stays: the clerk can go elsewhere or try again. */
export class MostradorErrorBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  render() {
    if (!this.state.isBroken) return this.props.children
    return (
      <EmptySheet>
        <Heading title="Algo salió mal" />
        <p role="alert">Esta pantalla falló. Los pedidos no cambiaron.</p>
        <Button icon={RotateCw} onClick={() => window.location.reload()}>
          Recargar
        </Button>
      </EmptySheet>
    )
  }
}
