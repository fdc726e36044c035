import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { preciosQuery } from '../api/queries.ts'
import { isWithoutCookies } from '../api/session/csrf.ts'
import { Notice } from '../ui/notice/notice.tsx'
import { StepBar } from '../ui/step-bar.tsx'
import { useCarrito, useIsKept } from './carrito/carrito.ts'
import styles from './frame.module.css'
import { readPdf } from './lectura/read.ts'
import { travel } from './subida/viaje.ts'

const STEPS = [
  { label: 'Archivos', to: '/imprimitodo/paso1' },
  { label: 'Opciones', to: '/imprimitodo/paso2' },
  { label: 'Confirmación', to: '/imprimitodo/paso3' },
] as const

/**
 * The frame of the three steps: the current step, and the way back. Each step has its own heading and
 * gutters.
 */
export function PedidoFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const { archivos } = useCarrito()
  const sensibilidad = useQuery(preciosQuery).data?.sensibilidad_color
  useEffect(() => {
    readPdf(archivos, sensibilidad)
    travel()
  }, [archivos, sensibilidad])
  const current = STEPS.findIndex(({ to }) => pathname.startsWith(to))
  return (
    <>
      <div className="wrap">
        <StepBar steps={STEPS} current={Math.max(0, current)} />
        <NotKept />
      </div>
      {children}
    </>
  )
}

/** This browser does not keep the order: it may be lost with the page. */
function NotKept() {
  const isCookieless = isWithoutCookies.use()
  const isKept = useIsKept()
  if (isCookieless)
    return (
      <Notice tone="warning" className={styles.notKept}>
        Tu navegador tiene bloqueadas las cookies de este sitio. Permitilas, o no cierres ni recargues la
        página hasta terminar: podrías perder el pedido.
      </Notice>
    )
  if (isKept) return null
  return (
    <Notice tone="warning" className={styles.notKept}>
      Este navegador no puede guardar tu pedido: no cierres ni recargues la página hasta terminar.
    </Notice>
  )
}
