import { ArrowRight } from 'lucide-react'
import { PrintOffer } from '../parts/print-offer.tsx'
import { LinkButton, TextLink } from '../ui/button.tsx'
import { EmptySheet } from '../ui/notice/empty-sheet.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import styles from './pages.module.css'

export function NotFoundPage() {
  return (
    <div className={`wrap ${styles.page}`}>
      <EmptySheet>
        <PageHeading title="Esta página no existe" />
        <p className="lead">La dirección está mal escrita, o la página ya no está.</p>
        <LinkButton variant="primary" to="/imprimitodo" iconAfter={ArrowRight}>
          Imprimir
          <PrintOffer />
        </LinkButton>
        <TextLink to="/">Ir al inicio</TextLink>
      </EmptySheet>
    </div>
  )
}
