import { lazy } from 'react'
import { Routes } from '../ui/routes.tsx'
import { CustomersOnly } from './guards.tsx'

const CanjePage = lazy(async () => ({ default: (await import('../canje-puntos/canje-page.tsx')).CanjePage }))
const CuponPage = lazy(async () => ({ default: (await import('../cupon/cupon-page.tsx')).CuponPage }))
const RuletaPage = lazy(async () => ({ default: (await import('../ruleta/ruleta-page.tsx')).RuletaPage }))
const LogroRoute = lazy(async () => ({ default: (await import('./logro-route.tsx')).LogroRoute }))
const CodigoPage = lazy(async () => ({ default: (await import('../codigo/codigo-page.tsx')).CodigoPage }))

/** The routes of points, coupons and codes (LogroCompraGratis among them, spec section 2). */
export function LoyaltyRoutes() {
  return (
    <Routes
      table={{
        '/canje-puntos': (
          <CustomersOnly>
            <CanjePage />
          </CustomersOnly>
        ),
        '/cupon': (
          <CustomersOnly>
            <CuponPage />
          </CustomersOnly>
        ),
        '/logro-compra-gratis': <LogroRoute />,
        '/ruleta': <RuletaPage />,
        '/c/:codigo': <CodigoPage />,
      }}
    />
  )
}
