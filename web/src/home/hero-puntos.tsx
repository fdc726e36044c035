import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '../api/session/session.ts'
import { LinkButton } from '../ui/button.tsx'

/** For a customer, who has an account already, the slide links to the page where points are spent. */
export function HeroPuntos({ children }: { children: ReactNode }) {
  const { status } = useSession()
  if (status !== 'in') return children
  return (
    <LinkButton to="/canje-puntos" iconAfter={ArrowRight}>
      Canjear Puntos
    </LinkButton>
  )
}
