import { THEME_STORAGE_KEY } from '../../config/constants.ts';
import { firstScripts } from '../live/first-scripts.ts';
import { drawInSteps } from './drawing/draw-in-steps.ts';
import { rememberSearchKeys } from './navbar/remember-search-keys.ts';
import { announcementStorageKey, readerNameStorageKey, sidebarScrollStorageKey } from './storage-keys.ts';

/**
 * Scripts that run before the first paint, so that nothing flashes or moves. They are the same on every page, because
 * the policy allows them by hash. Names and values come from attributes of the page.
 */

/**
 * Sets the theme, hides a dismissed announcement, and marks the page if a script or style of the shell didn't load.
 * Requests of site components that the policy blocks don't count.
 */
const beforeBody = `(function(d,e){
addEventListener("error",function(v){var t=v.target;if(t&&(t.tagName==="SCRIPT"||t.tagName==="LINK"&&t.rel==="stylesheet")&&(t.src||t.href).startsWith(location.origin+"/")&&/\\/_assets\\//.test(t.src||t.href))e.dataset.notLoaded=""},true);
var t;try{var s=localStorage;if(!("fixedTheme" in e.dataset))t=s.getItem("${THEME_STORAGE_KEY}");
if(e.dataset.announcement&&s.getItem("${announcementStorageKey}")===e.dataset.announcement)e.dataset.announcementClosed=""}catch(x){}
if(t==="light"||t==="dark")e.dataset.theme=t;
else if(t==="system"||"systemTheme" in e.dataset)e.dataset.theme=matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light"
})(document,document.documentElement)`;

/** Starts loading fonts while the page still loads, not in the task of the first frame. */
const lookForFonts = `setTimeout(function look(){
var b=document.body,p=document.createElement("p");if(!b)return setTimeout(look);
p.innerHTML="A<b>A</b>";b.append(p);b.offsetTop;p.remove()
})`;

/** Shows the reader's name if this tab knows it, so that the navbar keeps its width from the first paint. */
const showReaderName = `(function(e){
try{var n=sessionStorage.getItem("${readerNameStorageKey}");
if(n){e.style.setProperty("--reader-name",JSON.stringify(n));e.dataset.reader=""}}catch(x){}
})(document.documentElement)`;

/** Draws the start of the page first, unless the reader arrives further down. */
const beforePage = `${beforeBody};${lookForFonts};${showReaderName};
(${rememberSearchKeys})();
window.drawInSteps=${drawInSteps};
if(!location.hash&&performance.getEntriesByType("navigation")[0]?.type==="navigate")drawInSteps(1)`;

/**
 * Restores live parts and the sidebar's scroll position, or scrolls to the current page, when the frame is laid out.
 */
const afterBody = `requestAnimationFrame(function(){
${firstScripts.map((script) => `(${script})(document);`).join('\n')}
var d=document,m=d.querySelector(".sidebar__scroll");if(!m)return;
(function show(){
if(d.documentElement.dataset.drawing==="1")return requestAnimationFrame(show);
try{var y=sessionStorage.getItem("${sidebarScrollStorageKey}");if(y)m.scrollTop=+y}catch(x){}
var c=m.querySelector('[aria-current="page"]');if(!c)return;
var b=m.getBoundingClientRect(),r=c.getBoundingClientRect();
if(r.top<b.top||r.bottom>b.bottom)m.scrollTop+=r.top-b.top-b.height/3
})()
})`;

export const inlineScripts = { beforeBody, beforePage, afterBody };
