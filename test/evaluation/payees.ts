/** The payees of the tasks. */
import { DEMO_ADDRESSES, lightningNode } from '../../sandbox';

export const ADA = '000013:0123456789';
export const BELLO = '000014:0234567890';
export const STRANGER = '000015:1023456789';
/** Another person's account with Ada's account number, at another bank. */
export const NAMESAKE = '000014:0123456789';
export const SHOP = lightningNode('the shop');
export const TRON = DEMO_ADDRESSES.trc20;
export const ETHER = DEMO_ADDRESSES.erc20;
