import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '../api/session.ts'
import { LinkButton } from '../ui/button.tsx'

/** A customer has an account already: the slide's action leads to what the points are good for. */
export function HeroPuntos({ children }: { children: ReactNode }) {
  const { status } = useSession()
  if (status !== 'in') return children
  return (
    <LinkButton to="/canje-puntos" iconAfter={ArrowRight}>
      Canjear Puntos
    </LinkButton>
  )
}
