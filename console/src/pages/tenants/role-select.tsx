/** The choice of a role. */
import type { JSX } from 'preact';
import { Select } from '../../parts/field.tsx';
import type { Role } from '../../state/session.ts';
import { tenantTexts } from '../../text/tenants.ts';

const roles: readonly Role[] = ['viewer', 'operator', 'admin'];

export interface RoleSelectProps {
  readonly role: Role;
  readonly onRole: (role: Role) => void;
}

export function RoleSelect({ role, onRole }: RoleSelectProps): JSX.Element {
  const said = tenantTexts();
  return (
    <Select
      label={said.role}
      value={role}
      onChange={(value) => onRole(roles.find((one) => one === value) ?? role)}
      options={roles.map((value) => ({ value, text: said.roles(value) }))}
    />
  );
}
