/** The logo: an objective above a section stained with hematoxylin and eosin. */

export function ParfocalMark({ size }: { /** px */ readonly size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false">
      <rect width="32" height="32" rx="7" fill="#4b3f8f" />
      <path d="M11 5.5h10V12l-2.5 5h-5L11 12z" fill="#fff" />
      <path d="M11 9h10" stroke="#4b3f8f" strokeWidth="1.5" />
      <path d="M6.5 20.5c3.5-2 15.5-2 19 0" fill="none" stroke="#f4bcd1" strokeWidth="2" strokeLinecap="round" />
      <path d="M6.5 25.5h19" stroke="#e273a0" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
