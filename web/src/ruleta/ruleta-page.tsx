import { formatPercent } from '@imprimitodo/shared/rules/base/dinero'
import { RUTAS } from '@imprimitodo/shared/rules/vidriera/ruta'
import { useEffect } from 'react'
import { useSession } from '../api/session/session.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice/notice.tsx'
import { RetryNotice } from '../ui/notice/retry-notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { CorreoForm } from './correo-form.tsx'
import { Invitacion } from './invitacion.tsx'
import { CodigosDeHoy, ResultadoDeTirada } from './resultado.tsx'
import styles from './ruleta.module.css'
import { useRuleta } from './use-ruleta.ts'
import { Wheel } from './wheel.tsx'

/** The free wheel: an e-mail unlocks it, the server draws, two spins a day. */
export function RuletaPage() {
  const ruleta = useRuleta()
  const { rango, tiradas, phase, ganado, problem, wheel, spin } = ruleta
  const isTurning = phase === 'girando'
  const isOver = tiradas?.restantes === 0
  const won = isTurning ? null : ganado
  const codigo = ganado?.codigo
  const isUnlocked = tiradas !== null
  // The pressed button is gone
  useEffect(() => {
    if (codigo || isUnlocked) document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }, [codigo, isUnlocked])
  const invites = !isTurning && tiradas !== null && (isOver || tiradas.cantidad >= 3)
  return (
    <>
      <div className={`wrap ${styles.page}`}>
        <div className={styles.side}>
          <div role="status" className={styles.head}>
            {tiradas && <p className={styles.badge}>{leftText(tiradas.restantes, isTurning)}</p>}
            <PageHeading title={RUTAS['/ruleta'].head.titulo}>{headingOf(ruleta)}</PageHeading>
          </div>
          {rango.isError && !rango.data && (
            <RetryNotice retry={() => void rango.refetch()}>
              Error al cargar los rangos de la ruleta.
            </RetryNotice>
          )}
          {problem && (
            <Notice tone="error">
              {problem.text}
              {problem.reason && <p className={styles.reason}>{problem.reason}</p>}
            </Notice>
          )}
          {won ? (
            <ResultadoDeTirada
              ganado={won}
              again={isOver ? null : { spin: () => void spin(), isBlocked: !rango.data }}
            />
          ) : (
            <Antes ruleta={ruleta} />
          )}
          {!isTurning && <CodigosDeHoy ganados={ruleta.anteriores} />}
        </div>
        <Wheel rango={rango.data} isTurning={isTurning} turned={wheel} />
      </div>
      {invites && <Invitacion />}
    </>
  )
}

type Ruleta = ReturnType<typeof useRuleta>

function headingOf({ rango, tiradas, phase, ganado }: Ruleta): string {
  if (phase === 'girando') return 'Girando…'
  if (ganado) return `¡Te tocó ${formatPercent(ganado.descuento)} %!`
  if (tiradas?.restantes === 0) return 'Por hoy ya giraste'
  return rango.data ? `Girá y llevate hasta ${rango.data.max} % off` : 'Girá y llevate un descuento'
}

/** Before the wheel has stopped: the instructions, and the e-mail's field or the spin button. */
function Antes({ ruleta }: { ruleta: Ruleta }) {
  const session = useSession()
  const { tiradas, phase } = ruleta
  const isOver = tiradas?.restantes === 0
  const lead = isOver
    ? 'Mañana tenés dos tiros más.'
    : 'Dos tiros gratis por día. El descuento vale hoy, en cualquier sucursal o en la web.'
  return (
    <>
      <p className="lead">{phase === 'girando' ? 'Cinco segundos. Cruzá los dedos.' : lead}</p>
      {!tiradas && (
        <CorreoForm ruleta={ruleta} known={session.status === 'in' ? session.cliente.email : ''} />
      )}
      {tiradas && !isOver && <Spin ruleta={ruleta} />}
    </>
  )
}

function leftText(left: number, isTurning: boolean): string {
  if (isTurning) return 'Suerte'
  if (left === 0) return 'No te quedan tiros hoy'
  return left === 1 ? 'Te queda 1 tiro hoy' : `Te quedan ${left} tiros hoy`
}

function Spin({ ruleta: { phase, spin, rango, tiradas } }: { ruleta: Ruleta }) {
  const isTurning = phase === 'girando'
  return (
    <div className={styles.form}>
      <Button
        variant="primary"
        wide
        aria-disabled={isTurning || !rango.data || undefined}
        onClick={() => void spin()}
      >
        {isTurning ? 'Girando…' : 'Girar la ruleta'}
      </Button>
      <p className={styles.correo}>{tiradas?.correo}</p>
    </div>
  )
}
