import type { LucideIcon } from 'lucide-react'
import { createElement, type SVGProps } from 'react'

type Drawing = { node: (readonly [tag: string, attributes: Record<string, string>])[] }

/**
 * An icon of Lucide's from its drawing alone. The build puts it in the place of Lucide's own (vite.config.ts), whose
 * contexts, aliases and classes nobody here uses: a kilobyte of the first load, and of every icon its work.
 */
export default ({ node }: Drawing) =>
  ({ size = 24, ...rest }: Pick<Parameters<LucideIcon>[0], 'size'> & SVGProps<SVGSVGElement>) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...rest,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
