import { RotateCw } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { EmptySheet } from '../ui/notice/empty-sheet.tsx'
import styles from './pages.module.css'

/** Shown when a screen failed. It must not use the router, which may be what failed. */
export function ErrorPage({ error }: { error: unknown }) {
  const lost = !navigator.onLine || /dynamically imported|preload|fetch/i.test(String(error))
  const unloaded = navigator.onLine ? 'No pudimos cargar esta página' : 'Te quedaste sin conexión'
  const title = lost ? unloaded : 'Algo salió mal'
  return (
    <div className={`wrap ${styles.page}`}>
      <EmptySheet>
        <h1>{title}</h1>
        <p className="lead" role="alert">
          {lost
            ? 'Revisá tu conexión y volvé a intentar: tu pedido sigue guardado en este dispositivo.'
            : 'Fue un error nuestro, no tuyo. Tu pedido sigue guardado en este dispositivo.'}
        </p>
        <Button variant="primary" icon={RotateCw} onClick={() => window.location.reload()}>
          Reintentar
        </Button>
        <a href="/">Ir al inicio</a>
      </EmptySheet>
    </div>
  )
}
