import { useQueryClient } from '@tanstack/react-query'
import { forgetSession } from '../api/session/session.ts'
import { Button } from '../ui/button.tsx'
import { AlertDialog } from '../ui/dialog/alert-dialog.tsx'
import { useNavigate } from '../ui/link.tsx'
import { useSeconds } from '../ui/state/use-seconds.ts'
import styles from './perfil.module.css'

const SECONDS = 5

/** Counts down to the login: the change ended every session, this one too. */
export function PasswordActualizada() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const go = () => {
    forgetSession(queries, { salida: true })
    navigate('/login', { replace: true })
  }
  const seconds = useSeconds(SECONDS, go)
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
