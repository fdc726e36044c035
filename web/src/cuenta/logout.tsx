import { RUTAS } from '@imprimitodo/shared/rules/vidriera/ruta'
import { useQueryClient } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { forgetSession } from '../api/session/session.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { useNavigate } from '../ui/link.tsx'
import { Progress } from '../ui/notice/progress.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import styles from './frame.module.css'
import { Slip } from './frame.tsx'

const STEP_MS = 100
const STEP_PERCENT = 2
/** The server may be slow or out of reach; the customer is logged out of this browser anyway. */
const PATIENCE_MS = 10_000

/**
 * Asks, logs out, and goes Home after about 5 s. `onLeft` deletes all data of the customer in this browser.
 */
export function Logout({ isHalfMade, onLeft }: { isHalfMade: boolean; onLeft: () => void }) {
  const queries = useQueryClient()
  const [estado, setEstado] = useState<'pregunta' | 'saliendo' | 'fin'>('pregunta')
  const running = useRef(false)

  async function leave() {
    if (running.current) return
    running.current = true
    setEstado('saliendo')
    await Promise.race([leaveServer(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
    clearStorage()
    onLeft()
    forgetSession(queries, { salida: true })
    setEstado('fin')
  }

  if (estado === 'fin') return <Fin />
  return (
    <Slip
      tone="plain"
      icon={<LogOut size={36} strokeWidth={2} aria-hidden />}
      title={<PageHeading title={RUTAS['/logout'].head.titulo} />}
    >
      <p>¿Estás seguro de que querés salir del sistema?</p>
      {isHalfMade && <p>El pedido que dejaste sin terminar se borra de este navegador.</p>}
      <div className={styles.buttons}>
        <Button
          variant="primary"
          aria-disabled={estado === 'saliendo' || undefined}
          onClick={() => void leave()}
        >
          {estado === 'saliendo' ? 'Cerrando sesión...' : 'Sí, cerrar sesión'}
        </Button>
        <LinkButton to="/perfil">Volver</LinkButton>
      </div>
    </Slip>
  )
}

/** Failures are tolerated and only logged. */
async function leaveServer(): Promise<void> {
  const answers = await Promise.allSettled([call('POST /api/auth/logout/'), call('POST /api/logout/')])
  for (const answer of answers)
    if (answer.status === 'rejected' || !answer.value.ok) console.error('El cierre de sesión falló:', answer)
}

function clearStorage() {
  try {
    sessionStorage.clear()
  } catch {
    // storage is forbidden: nothing is stored
  }
}

function Fin() {
  const navigate = useNavigate()
  const [percent, setPercent] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setPercent((now) => Math.min(100, now + STEP_PERCENT)), STEP_MS)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (percent === 100) navigate('/', { replace: true })
  }, [percent, navigate])
  return (
    <Slip
      tone="done"
      icon={<LogOut size={36} strokeWidth={2} aria-hidden />}
      title={<PageHeading title="Sesión finalizada" />}
    >
      <p role="status">Te llevamos al inicio en unos segundos.</p>
      <div className={styles.wide}>
        <Progress label="Volviendo al inicio" percent={percent} ink="lemon" />
      </div>
    </Slip>
  )
}
