import { useEffect, useState } from 'react'
import { ExternalButton } from '../ui/button.tsx'
import { ROTULO } from '../ui/nombre.ts'
import styles from './pago-simulado.module.css'

const SECONDS = 3

/** Returns to the shop automatically, as checkouts do, or at once by the button. */
export function WayBack({ to }: { to: string }) {
  const [left, setLeft] = useState(SECONDS)
  useEffect(() => {
    if (left === 0) {
      window.location.assign(to)
      return
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left, to])
  return (
    <>
      <ExternalButton variant="primary" wide href={to}>
        Volver a {ROTULO}
      </ExternalButton>
      <p className={styles.soon}>
        {left === 0 ? 'Volviendo…' : `Volvés en ${left} ${left === 1 ? 'segundo' : 'segundos'}.`}
      </p>
    </>
  )
}
