import { whatsappLink } from '@imprimitodo/shared/rules/whatsapp'
import { useQuery } from '@tanstack/react-query'
import { MapPin, MessageCircle } from 'lucide-react'
import { sucursalesQuery } from '../api/queries.ts'
import { ExternalButton, LinkButton } from '../ui/button.tsx'
import styles from './producto-page.module.css'

/** A question about this product, ready to be sent, with the address of the page; at whichever branch suits. */
export function Consulta({ nombre }: { nombre: string }) {
  const { data, isError } = useQuery(sucursalesQuery)
  const [first, ...others] = data?.filter(({ whatsapp }) => whatsapp) ?? []
  const texto = `Hola, quiero más información sobre «${nombre}»: ${window.location.href}`
  return (
    <div className={styles.ask}>
      {first ? (
        <ExternalButton
          variant="primary"
          icon={MessageCircle}
          href={whatsappLink(first.whatsapp, texto)}
          target="_blank"
          rel="noreferrer"
        >
          Más info por WhatsApp
        </ExternalButton>
      ) : (
        // Without a number there is still the way to the branches
        (data || isError) && (
          <LinkButton variant="primary" icon={MapPin} to="/#contacto">
            Cómo contactarnos
          </LinkButton>
        )
      )}
      {first && others.length > 0 && (
        <p>
          Te responde {first.nombre}. Si te queda mejor, escribile a{' '}
          {others.map(({ nombre, whatsapp }, index) => (
            <span key={nombre}>
              {index > 0 && ' o a '}
              <a href={whatsappLink(whatsapp, texto)} target="_blank" rel="noreferrer">
                {nombre}
              </a>
            </span>
          ))}
          .
        </p>
      )}
    </div>
  )
}
