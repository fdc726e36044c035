import { whatsappLink } from '@imprimitodo/shared/rules/vidriera/whatsapp'
import { useQuery } from '@tanstack/react-query'
import { MapPin, MessageCircle } from 'lucide-react'
import { Fragment, type ReactElement } from 'react'
import { sucursalesQuery } from '../api/queries.ts'
import { ExternalButton, LinkButton } from '../ui/button.tsx'
import styles from './producto-page.module.css'

/** 'Alberdi o Aguilares' */
const or = (names: ReactElement[]) =>
  names.map((name, index) => (
    <Fragment key={name.key}>
      {index > 0 && (index === names.length - 1 ? ' o ' : ', ')}
      {name}
    </Fragment>
  ))

/**
 * A question about this product, prepared for WhatsApp with the page's address; the customer picks the
 * branch. `isSecond` where the page has another main action.
 */
export function Consulta({ nombre, isSecond }: { nombre: string; isSecond: boolean }) {
  const variant = isSecond ? 'secondary' : 'primary'
  const { data, isError } = useQuery(sucursalesQuery)
  const [first, ...others] =
    data?.flatMap(({ nombre, whatsapp }) => (whatsapp ? [{ nombre, whatsapp }] : [])) ?? []
  const ask = (whatsapp: string) =>
    whatsappLink(whatsapp, `Hola, quiero más información sobre «${nombre}»: ${window.location.href}`)
  return (
    <div className={styles.ask}>
      {first ? (
        <ExternalButton
          variant={variant}
          icon={MessageCircle}
          href={ask(first.whatsapp)}
          target="_blank"
          rel="noreferrer"
        >
          Más info por WhatsApp
        </ExternalButton>
      ) : (
        // Without any number there is still the link to the branches, if they have an address
        (isError || data?.some(({ direccion }) => direccion)) && (
          <LinkButton variant={variant} icon={MapPin} to="/#contacto">
            Cómo contactarnos
          </LinkButton>
        )
      )}
      {data && (
        <ul className={styles.facts}>
          <li>
            <MapPin size={20} strokeWidth={2.4} aria-hidden />
            <span>Retirá en {or(data.map(({ nombre }) => <b key={nombre}>{nombre}</b>))}</span>
          </li>
          {first && others.length > 0 && (
            <li>
              <MessageCircle size={20} strokeWidth={2.4} aria-hidden />
              <span>
                Te responde {first.nombre}. Si te queda mejor, escribile a{' '}
                {or(
                  others.map(({ nombre, whatsapp }) => (
                    <a key={nombre} href={ask(whatsapp)} target="_blank" rel="noreferrer">
                      {nombre}
                    </a>
                  )),
                )}
                .
              </span>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}
