import type { ReactNode } from 'react'
import { PedidoFrame } from '../pedido/frame.tsx'
import { Paso1 } from '../pedido/paso1.tsx'
import { Routes } from '../ui/routes.tsx'
import { screen } from './screen.ts'

const Paso2 = screen(async () => (await import('../pedido/paso2.tsx')).Paso2)
const Paso3 = screen(async () => (await import('../pedido/paso3.tsx')).Paso3)

const inFrame = (paso: ReactNode) => <PedidoFrame>{paso}</PedidoFrame>

/** The three steps of an order. The first one comes along: it is what most begin with. */
export const PasoRoutes = () => (
  <Routes
    table={{
      '/imprimitodo': inFrame(<Paso1 />),
      '/imprimitodo/paso1': inFrame(<Paso1 />),
      '/imprimitodo/paso2': inFrame(<Paso2 />),
      '/imprimitodo/paso3': inFrame(<Paso3 />),
    }}
  />
)
