import { Fragment } from 'react';

/** An IP address or network. A long one wraps between its groups: `2001:db8:85a3::` above `8a2e:370:7334`. */
export function IpAddress({ children: address }: { children: string }) {
  return address.split(/(?<=:)(?!:)/).map((group, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the groups of an address keep their order
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {group}
    </Fragment>
  ));
}
