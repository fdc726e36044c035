import { formatTime } from '@imprimitodo/shared/rules/base/fecha'
import { RefreshCw, WifiOff } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { ageText } from '../tiempo.ts'
import { useNow } from '../use-now.ts'
import styles from './urgencias.module.css'

/**
 * Replaces the strip while there is no connection. `since`: the time of the screen's data (ms since 1970), if
 * it is known.
 */
export function SinConexion({
  since,
  isOld,
  onRetry,
}: {
  since: number | null
  isOld: boolean
  onRetry: () => void
}) {
  const now = useNow()
  const when = since === null ? null : new Date(since).toISOString()
  return (
    <section aria-label="Conexión" className={isOld ? styles.sinRed : styles.sinVivo}>
      <WifiOff size={24} strokeWidth={2.2} aria-hidden />
      {isOld ? (
        <p>
          <b>Sin conexión{when && `: lo que ves es de ${ageText(when, now)}`}.</b>
          <span>
            {when && `De las ${formatTime(when)}. `}Podés mirar; imprimir y cobrar esperan a que vuelva.
            Reintentamos solos.
          </span>
        </p>
      ) : (
        <p>
          <b>Sin conexión en vivo.</b>
          <span>Reintentamos solos; mientras tanto los pedidos se actualizan cada 20 segundos.</span>
        </p>
      )}
      <Button size="medium" icon={RefreshCw} onClick={onRetry}>
        Probar ahora
      </Button>
    </section>
  )
}
