import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { forgetSession } from '../api/session.ts'
import { AlertDialog } from '../ui/alert-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { useNavigate } from '../ui/link.tsx'
import styles from './perfil.module.css'

const SECONDS = 5

/** Counts down to the login: the change ended every session, this one too. */
export function PasswordActualizada() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [left, setLeft] = useState(SECONDS)
  const go = () => {
    forgetSession(queries, { salida: true })
    navigate('/login', { replace: true })
  }
  useEffect(() => {
    const timer = setInterval(() => setLeft((now) => now - 1), 1000)
    return () => clearInterval(timer)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the time is over
  useEffect(() => {
    if (left <= 0) go()
  }, [left])
  const seconds = Math.max(0, left)
  return (
    <AlertDialog
      title="Contraseña actualizada"
      onClose={go}
      actions={
        <>
          <div className={styles.bar} aria-hidden>
            <i style={{ transform: `scaleX(${(SECONDS - seconds) / SECONDS})` }} />
          </div>
          <Button wide onClick={go}>
            Ir al login
          </Button>
        </>
      }
    >
      <p>
        Por seguridad, volverás al login en{' '}
        <b className={styles.seconds}>{seconds === 1 ? '1 segundo' : `${seconds} segundos`}</b>.
      </p>
    </AlertDialog>
  )
}
